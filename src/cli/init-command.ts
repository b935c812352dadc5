import { join, relative, sep } from 'node:path'
import { agentSteps, bullets, numbered, writingRules } from '../api/writing-guide.ts'
import { printProposal, proposeConfig } from '../app/propose-config.ts'
import { applyAnswers, type ConfigDraft, type DraftAnswers } from '../config/init/draft-config.ts'
import type { RepositoryFiles } from '../config/init/repository-files.ts'
import { readConfig } from '../config/repository/read-config.ts'
import { Problem } from '../core/errors.ts'
import type { TagName } from '../core/listing.ts'
import { openPrompt, type Prompt } from './ask.ts'
import { decodeText, showPath } from './changelog-file.ts'
import type { CliContext, Clone } from './cli-context.ts'
import { findChangelog } from './find-changelog.ts'
import { findConfig } from './find-config.ts'
import type { FlagValues } from './flags.ts'

/** A file that the command would write. */
interface PlannedFile {
  /** The path as messages show it. */
  path: string
  text: string
  /** What was done, once it is written. */
  result: string
  write: () => Promise<void>
}

/**
 * `notewright init`: writes `notewright.yml` by what the repository contains, and adds instructions for release notes to
 * `AGENTS.md`. Every question is asked before anything is written.
 */
export async function initCommand(values: FlagValues, context: CliContext): Promise<void> {
  const folder = String(values.get('dir') ?? '.')
  const clone = await context.openClone(folder)
  const root = clone && (await context.resolvePath(join(clone.root, '.git'))) !== null ? clone.root : folder
  const existing = await findConfig(root, context)
  const draft = existing === null ? await propose(root, clone, context) : null
  const prompt = context.canAsk && !values.has('yes') ? openPrompt(context) : null
  let answers: Answers
  try {
    answers = prompt ? await ask(prompt, draft) : { draft: {}, agents: true }
  } finally {
    prompt?.close()
  }

  const planned: PlannedFile[] = []
  const unchanged: string[] = []
  if (draft === null) unchanged.push(`${existing!.path} exists and was not changed.`)
  else planned.push(await planConfig(applyAnswers(draft, answers.draft), root, context))
  const agents = answers.agents ? await planAgents(join(folder, 'AGENTS.md'), context) : null
  if (typeof agents === 'string') unchanged.push(agents)
  else if (agents !== null) planned.push(agents)

  if (values.has('dry-run')) {
    for (const { path, text } of planned) context.print(`--- ${showPath(path)}\n${text}\n`)
    if (!values.has('quiet')) for (const line of unchanged) context.printError(`${line}\n`)
    return
  }
  for (const { write, result } of planned) {
    // A signal between two files leaves each of them whole.
    if (context.signal.aborted) throw new Problem('invalid_request', 'Stopped by a signal.')
    await write()
    if (!values.has('quiet')) context.print(`${result}\n`)
  }
  if (!values.has('quiet')) for (const line of unchanged) context.print(`${line}\n`)
}

/** Proposes a configuration by the files and tags of a folder. */
async function propose(root: string, clone: Clone | null, context: CliContext): Promise<ConfigDraft> {
  const tags = clone === null ? [] : await listTags(clone, context)
  return proposeConfig({
    files: repositoryFiles(root, context),
    tags,
    repositoryName: clone?.name.split('/').at(-1) ?? '',
    changelog: await locateChangelog(root, context),
  })
}

async function listTags({ host, name }: Clone, { signal }: CliContext): Promise<TagName[]> {
  const access = { repoFullName: name, token: null, signal, deadlineAt: Number.POSITIVE_INFINITY }
  const repository = await host.open(access)
  return repository.tags()
}

const maxBytes = 2_000_000

/** The files below a root; links that lead out of it count as missing. */
function repositoryFiles(root: string, context: CliContext): RepositoryFiles {
  const resolved = context.resolvePath(root)
  const isInside = async (path: string) => {
    const [tree, real] = [await resolved, await context.resolvePath(join(root, path))]
    return tree !== null && real !== null && (real === tree || real.startsWith(tree + sep))
  }
  return {
    read: async (path) => {
      if (!(await isInside(path))) return null
      // What cannot be read says nothing about the project.
      const bytes = await context.readFile(join(root, path)).catch(() => null)
      return bytes === null || bytes.length > maxBytes ? null : new TextDecoder().decode(bytes)
    },
    list: async (path) => ((await isInside(path)) ? context.listFolder(join(root, path)) : []),
  }
}

const otherChangelogName = /^(?:release[-_ ]?notes|relnotes|whats-?new)\.(?:md|markdown|rst|adoc|txt)$/i

/** Finds the changelog at the root: by the names that `update` looks for, else by similar names. */
async function locateChangelog(
  root: string,
  context: CliContext,
): Promise<{ path: string; isFoundByName: boolean } | null> {
  const search = { root, folder: root, paths: [], fileOption: '--file' }
  // Several changelogs are those of packages; each is found by its package.
  const found = await findChangelog(search, context).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'choice_needed') return null
    throw error
  })
  if (found === null) return null
  const path = relative(root, found).split(sep).join('/')
  if ((await context.resolvePath(found)) !== null) return { path, isFoundByName: true }
  for (const folder of ['', 'docs', 'doc']) {
    const entries = await context.listFolder(join(root, folder))
    const other = entries.find(({ name, isFile }) => isFile && otherChangelogName.test(name))
    if (other) return { path: folder === '' ? other.name : `${folder}/${other.name}`, isFoundByName: false }
  }
  return null
}

interface Answers {
  draft: DraftAnswers
  agents: boolean
}

/** Asks about what was found; without a draft only about agents. */
async function ask(prompt: Prompt, draft: ConfigDraft | null): Promise<Answers> {
  const answers: DraftAnswers = {}
  if (draft !== null) {
    const { config, sources } = draft
    const tags = await prompt.ask({
      text: 'How are releases tagged? One pattern, or several with commas:',
      usual: config.tags?.pattern?.join(', ') ?? 'any version',
      read: readPatterns,
    })
    if (tags !== null) answers.tags = tags
    const titles = (config.categories ?? []).map(({ title }) => title).join(', ')
    const headings = await prompt.ask({
      text: `Which headings do the notes have? ${
        sources.categories === null ? '' : `found (${titles}, from ${sources.categories}), `
      }standard (Added, Changed, Fixed and so on) or conventional (Features, Bug fixes, Performance):`,
      usual: sources.categories === null ? 'standard' : 'found',
      read: (answer) => readChoice(answer, ['found', 'standard', 'conventional'] as const),
    })
    if (headings !== null && headings !== 'found') answers.headings = headings
    const names = (config.packages ?? []).map(({ name }) => name)
    const packages = await prompt.ask({
      text: 'Which packages are released on their own? Names with commas, or none:',
      usual: names.length === 0 ? 'none' : names.join(', '),
      read: (answer) => readNames(answer, names),
    })
    if (packages !== null) answers.packages = packages
    const scheme = await prompt.ask({
      text: 'How are versions made? semver, calver, or none to propose no versions:',
      usual: config.versioning?.scheme ?? 'semver',
      read: (answer) => readChoice(answer, ['semver', 'calver', 'none'] as const),
    })
    if (scheme !== null) answers.scheme = scheme
  }
  const agents = await prompt.ask({
    text: 'Add a section on release notes to AGENTS.md? yes or no:',
    usual: 'yes',
    read: (answer) => readChoice(answer, ['yes', 'no'] as const),
  })
  return { draft: answers, agents: agents !== 'no' }
}

type ReadAnswer<Answer> = { answer: Answer } | { error: string }

function splitList(answer: string): string[] {
  return answer
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

function readPatterns(answer: string): ReadAnswer<string[]> {
  const tags = splitList(answer)
  const [error] = readConfig(JSON.stringify({ tags }), 'notewright.json').errors
  return error === undefined ? { answer: tags } : { error: `A pattern ${error.detail}.` }
}

function readChoice<Choice extends string>(answer: string, choices: readonly Choice[]): ReadAnswer<Choice> {
  const found = choices.filter((choice) => choice.startsWith(answer.toLowerCase()))
  return found.length === 1 ? { answer: found[0]! } : { error: `Answer with one of ${choices.join(', ')}.` }
}

function readNames(answer: string, known: string[]): ReadAnswer<string[]> {
  if (answer.toLowerCase() === 'none') return { answer: [] }
  const names = splitList(answer)
  const unknown = names.find((name) => !known.includes(name))
  return unknown === undefined
    ? { answer: names }
    : {
        error: `There is no package ${unknown}. ${known.length === 0 ? 'Answer with none.' : `There are ${known.join(', ')}.`}`,
      }
}

const advice = 'Choose another folder with --dir.'

async function planConfig(draft: ConfigDraft, root: string, context: CliContext): Promise<PlannedFile> {
  const path = join(root, 'notewright.yml')
  const file = await context.openTextFile(path, { kind: 'config', advice })
  const text = printProposal(draft)
  const lost = draft.losses.map((loss) => loss.path)
  const more =
    lost.length === 0
      ? ''
      : ` Not everything of ${lost.join(', ')} could be carried over; its last comments say what and why.`
  return { path, text, result: `Created ${showPath(path)}.${more}`, write: () => file.replace(text) }
}

/** Plans the section in `AGENTS.md`; a sentence if it is there already. */
async function planAgents(path: string, context: CliContext): Promise<PlannedFile | string> {
  const file = await context.openTextFile(path, { advice })
  const before = decodeText(file)
  const text = withAgentsSection(before)
  if (text === before) return `${path} is up to date.`
  const result = file.bytes === null ? `Created ${path}.` : `Updated the release notes section of ${path}.`
  return { path, text, result, write: () => file.replace(text) }
}

const begin = '<!-- notewright:begin -->'
const end = '<!-- notewright:end -->'

/** The section for `AGENTS.md`, between markers by which a later run finds it. */
const agentsSection = `${begin}
## Release notes

Write release notes and changelog entries with the Notewright tools (\`notewright mcp\`), not from memory: they list the changes and check every statement against the commits.

${numbered(agentSteps)}

How to write:

${bullets(writingRules)}
${end}`

/** Returns the text of `AGENTS.md` with the section replaced, or appended; the other text is kept. */
export function withAgentsSection(existing: string): string {
  // A begin marker without an end marker is not our section: the text after it must be kept.
  const start = existing.lastIndexOf(begin)
  const stop = existing.indexOf(end, start)
  const lineEnd = existing.includes('\r\n') ? '\r\n' : '\n'
  const section = agentsSection.replaceAll('\n', lineEnd)
  if (start !== -1 && stop !== -1)
    return existing.slice(0, start) + section + existing.slice(stop + end.length)
  const gap = existing === '' ? '' : lineEnd.repeat(existing.endsWith('\n') ? 1 : 2)
  return `${existing}${gap}${section}${lineEnd}`
}
