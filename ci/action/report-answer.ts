import type { KeptRequest } from '../../src/app/keep-release-request.ts'
import type { UpdatedFile } from '../../src/cli/update-command.ts'
import type { Answer } from '../../src/core/answer.ts'
import type { Published } from '../../src/core/publisher.ts'
import type { NextVersion } from '../../src/core/versioning.ts'
import type { ActionCommand } from './command-line.ts'
import { code, jobSummary } from './job-summary.ts'
import { addSummary, setOutput } from './workflow.ts'

/** What `update --json` prints. */
interface UpdateAnswer {
  files: UpdatedFile[]
}

/** What `release --json` prints. */
type ReleaseAnswer = Published & { nextVersion: NextVersion | null }

/** What `release-pr --json` prints. */
type RequestAnswer = KeptRequest & { releases: { package: string | null; version: string; path: string }[] }

/** Sets the outputs of a command and writes the summary of the job. */
export function reportAnswer(command: ActionCommand, answer: unknown): void {
  if (command === 'generate') reportNotes(answer as Answer)
  else if (command === 'update' || command === 'check') reportUpdate(answer as UpdateAnswer)
  else if (command === 'release') reportRelease(answer as ReleaseAnswer)
  else reportRequest(answer as RequestAnswer)
}

function reportNotes(answer: Answer): void {
  setOutput('changelog', answer.changelog)
  setOutput('commit-count', String(answer.commitCount))
  reportVersion(answer.nextVersion)
  addSummary(jobSummary(answer))
}

function reportUpdate({ files }: UpdateAnswer): void {
  const changed = files.filter((file) => file.changed)
  setOutput('changed', String(changed.length > 0))
  setOutput('files', changed.map(({ path }) => path).join('\n'))
  const versions = files.flatMap(({ nextVersion }) => nextVersion ?? [])
  // Several packages have several versions; the file with the whole answer has them all.
  reportVersion(versions.length === 1 ? versions[0]! : null)
  const rows = files.flatMap(({ path, releases }) =>
    releases.map(
      ({ label, added, known }) => `| ${code(path)} | ${code(label)} | ${added.length} | ${known} |`,
    ),
  )
  addSummary(
    ['| changelog | release | missing entries | present |', '|---|---|---|---|', ...rows, ''].join('\n'),
  )
}

function reportRelease({ nextVersion, ...published }: ReleaseAnswer): void {
  reportPublished('The release', published)
  reportVersion(nextVersion)
}

function reportRequest({ releases, ...published }: RequestAnswer): void {
  reportPublished('The pull request', published)
  setOutput('files', releases.map(({ path }) => path).join('\n'))
  setOutput('version', releases.length === 1 ? releases[0]!.version : '')
  const rows = releases.map(
    ({ package: name, version, path }) => `| ${code(name ?? '')} | ${code(version)} | ${code(path)} |`,
  )
  if (rows.length > 0)
    addSummary(['| package | version | changelog |', '|---|---|---|', ...rows, ''].join('\n'))
}

function reportPublished(subject: string, { url, action, state }: Published | KeptRequest): void {
  setOutput('url', url ?? '')
  setOutput('action', action)
  setOutput('state', state)
  addSummary(url === null ? `${subject}: none is needed.` : `${subject} (${state}, ${action}): ${url}`)
}

function reportVersion(next: NextVersion | null): void {
  setOutput('version', next?.version ?? '')
  setOutput('tag', next?.tag ?? '')
  setOutput('bump', next?.bump ?? '')
}
