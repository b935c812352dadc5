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

/** What `release --json` and `release-pr --json` print. */
type ReleaseAnswer = Published & { nextVersion: NextVersion | null }

/** Sets the outputs of a command and writes the summary of the job. */
export function reportAnswer(command: ActionCommand, answer: unknown): void {
  if (command === 'generate') reportNotes(answer as Answer)
  else if (command === 'update' || command === 'check') reportUpdate(answer as UpdateAnswer)
  else reportRelease(answer as ReleaseAnswer)
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

function reportRelease({ url, action, state, nextVersion }: ReleaseAnswer): void {
  setOutput('url', url ?? '')
  setOutput('action', action)
  setOutput('state', state)
  reportVersion(nextVersion)
  addSummary(url === null ? 'Nothing was published.' : `${state}, ${action}: ${url}`)
}

function reportVersion(next: NextVersion | null): void {
  setOutput('version', next?.version ?? '')
  setOutput('tag', next?.tag ?? '')
  setOutput('bump', next?.bump ?? '')
}
