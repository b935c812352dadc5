import { execFileSync } from 'node:child_process'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { buildRepository, makeFolder, type Step } from '../test/support/build-repository.ts'
import { judgedCommits } from './real-statements.ts'
import { type RecordedSession, recordedSessions } from './recorded-sessions.ts'
import { judgedChanges } from './statements.ts'
import { openTokenizer } from './tokenizer.ts'

/**
 * What the MCP tools cost an agent, and what their checks find. Three generated jobs of 59, 16 and 12 changes are done as
 * an agent does them: it reads the changes, writes two thirds of them itself, corrects three entries, renders the notes
 * and adds them to the changelog. Recorded sessions with public repositories are sent again, if their clones are named.
 * Then true statements and lies go through check_notes.
 * Usage: npm run bench:agents -- [--before DIR] [--clone OWNER/NAME=PATH …] [--list]. DIR is a checkout of an older version
 * whose tools have no drafts. --list also prints the advice about true statements.
 */
const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    clone: { type: 'string', multiple: true, default: [] },
    list: { type: 'boolean', default: false },
  },
})
const countTokens = openTokenizer()
const own = join(import.meta.dirname, '..')
const maxListTokens = 3500

/** What an agent sends and receives. */
interface Cost {
  calls: number
  sent: number
  received: number
  list: number
}

// biome-ignore lint/suspicious/noExplicitAny: the answers of two versions differ.
type Given = any

async function connect(checkout: string, clone: string): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } })
  const args = [join(checkout, 'src/main.ts'), 'mcp']
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, cwd: clone, stderr: 'inherit' }),
  )
  return client
}

async function openServer(checkout: string, clone: string) {
  // A client that has listed the tools checks the answers, which some older versions do not pass.
  const lister = await connect(checkout, clone)
  const { tools } = await lister.listTools()
  await lister.close()
  const client = await connect(checkout, clone)
  const list = countTokens(JSON.stringify(tools)) + countTokens(client.getInstructions() ?? '')
  const cost: Cost = { calls: 0, sent: 0, received: list, list }
  const call = async (name: string, given: object): Promise<Given> => {
    const { content, structuredContent, isError } = await client.callTool({ name, arguments: { ...given } })
    const text = (content as { text: string }[])[0]!.text
    cost.calls += 1
    cost.sent += countTokens(JSON.stringify({ name, arguments: given }))
    cost.received += countTokens(text)
    if (isError) throw new Error(`${name}: ${text}`)
    return structuredContent
  }
  return { call, cost, close: () => client.close() }
}

const verbs = ['add', 'support', 'fix', 'speed up', 'show', 'keep', 'sort', 'allow']
const things = ['filters', 'columns', 'saved searches', 'time zones', 'attachments', 'shortcuts', 'webhooks']
const places = ['orders', 'reports', 'search', 'export', 'editor', 'login']

/** A history of a project with pull requests, as merges squash them. */
function historyOf(count: number): Step[] {
  const steps = Array.from({ length: count }, (_, index): Step[] => {
    const [verb, thing, place] = [verbs, things, places].map((list) => list[index % list.length]!)
    const type = verb === 'fix' ? 'fix' : verb === 'speed up' ? 'perf' : 'feat'
    const body = `People asked for it in the forum: the ${place} page did not handle ${thing} of more than ${index + 2} users. It reads the setting \`${place}.${thing!.replaceAll(' ', '-')}\` now, and falls back to the old behaviour without it.\n\nTested by hand and by the new test of part ${index}.`
    const subject = `${type}(${place}): ${verb} ${thing} in part ${index} (#${100 + index})`
    const files = [
      `src/${place}/part-${index}.ts`,
      `src/${place}/index.ts`,
      `test/${place}/part-${index}.test.ts`,
    ]
    const change: Step = { commit: `${subject}\n\n${body}`, files }
    return index % 3 === 0 ? [change, `docs: describe part ${index}`] : [change]
  })
  const changelog =
    '# Changelog\n\n## [1.0.0] - 2026-01-01\n\n### Added\n\n- Lists can be sorted by every column\n'
  return [{ commit: 'Start', texts: { 'CHANGELOG.md': changelog } }, { tag: 'v1.0.0' }, ...steps.flat()]
}

const clean = (title: string) => title.charAt(0).toUpperCase() + title.slice(1)

/** What the agent writes about a change; every third text of the rules is good enough for it. */
function write({ title, scope, rules }: Given, index: number): string {
  if (index % 3 === 2) return rules ?? clean(title)
  const text = `${clean(title)}, also for ${scope} with several users`
  return index < 6 && index % 3 === 0 ? `${text}, with the help of Redis` : text
}

/** A clone that shares the objects of another one, so that a job can change its files. */
function cloneOf(source: string): string {
  const path = join(makeFolder(), basename(dirname(resolve(source))).replace(/^.*\+/, '') || 'clone')
  execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', resolve(source), path])
  return path
}

const omitted = ''
const omit = 'Only of interest to contributors'

interface ReplayedJob extends Cost {
  changes: number
}

async function replay(checkout: string, count: number, hasDrafts: boolean): Promise<ReplayedJob> {
  // Each version gets a clone of its own, because the job ends with a changed changelog.
  const { call, cost, close } = await openServer(checkout, buildRepository(historyOf(count)))
  await call('resolve_range', {})
  const changes: Given[] = []
  let cursor: string | null = null
  do {
    const page: Given = await call('collect_changes', cursor === null ? {} : { cursor })
    changes.push(...page.changes)
    cursor = page.nextCursor
  } while (cursor !== null)
  const entries = changes.map((change: Given, index: number) => ({
    ids: [change.id],
    text: write(change, index),
  }))
  const heading = { version: '1.1.0', date: '2026-02-01' }
  /** The entries with the faulty ones corrected; what is still faulty then is omitted. */
  const correct = (given: typeof entries, faults: Given[], round: number) => {
    const kept = given.filter(({ text }) => text !== omitted)
    // Older versions name the place of the entry, and not its change.
    const idOf = ({ id, pointer = '' }: Given) => id ?? kept[Number(/\d+/.exec(pointer)?.[0])]?.ids[0]
    const wrong = new Set(faults.map(idOf))
    return given.map(({ ids, text }) => {
      if (!wrong.has(ids[0])) return { ids, text }
      const plain = text.replace(', with the help of Redis', '')
      return { ids, text: round === 0 && plain !== text ? plain : omitted }
    })
  }
  if (hasDrafts) {
    let own = entries.filter((_: unknown, index: number) => index % 3 !== 2)
    let checked = await call('check_notes', { entries: own, rest: 'rules' })
    for (let round = 0; !checked.ok && round < 3; round += 1) {
      const fixed = correct(own, checked.faults, round)
      const corrections = fixed.filter((entry, index) => entry.text !== own[index]!.text)
      own = fixed
      checked = await call('check_notes', {
        draft: checked.draft,
        changes: corrections.map(({ ids: [id], text }) => (text === omitted ? { id, omit } : { id, text })),
      })
    }
    if (!checked.ok) throw new Error(JSON.stringify(checked.faults))
    await call('render_notes', { draft: checked.draft, ...heading })
    await call('update_changelog', { draft: checked.draft, ...heading })
  } else {
    let all = entries
    const asArguments = () => {
      const left = all.filter(({ text }) => text === omitted).map(({ ids }) => ({ ids, reason: omit }))
      const kept = all.filter(({ text }) => text !== omitted)
      return { entries: kept, ...(left.length === 0 ? {} : { omit: left }) }
    }
    let checked = await call('check_notes', asArguments())
    for (let round = 0; !checked.ok && round < 3; round += 1) {
      all = correct(all, checked.faults, round)
      checked = await call('check_notes', asArguments())
    }
    const { changelog } = await call('render_notes', { ...asArguments(), ...heading })
    await call('update_changelog', { notes: changelog })
  }
  await close()
  return { ...cost, changes: changes.length }
}

const versions: [name: string, checkout: string, hasDrafts: boolean][] = [
  ...(values.before === undefined
    ? []
    : [['before', resolve(values.before), false] as [string, string, boolean]]),
  ['now', own, true],
]
console.log(
  '| job | version | calls | tokens sent | tokens received | of these the tools |\n|---|---|---|---|---|---|',
)
let isTooLong = false
for (const count of [59, 16, 12]) {
  for (const [name, checkout, hasDrafts] of versions) {
    const { calls, sent, received, list, changes } = await replay(checkout, count, hasDrafts)
    console.log(`| ${changes} changes | ${name} | ${calls} | ${sent} | ${received} | ${list} |`)
    isTooLong ||= name === 'now' && list > maxListTokens
  }
}

const clones = new Map(values.clone.map((each) => each.split('=', 2) as [string, string]))

/** Sends the calls of a recorded session again; its last check must still pass. */
async function replaySession({ repo, from, to, calls }: RecordedSession, source: string): Promise<void> {
  const clone = cloneOf(source)
  execFileSync('git', ['-C', clone, 'checkout', '--quiet', '--detach', to])
  const { call, cost, close } = await openServer(own, clone)
  let changes = 0
  let checked: Given = null
  for (const [name, given] of calls) {
    const answer = await call(name, given)
    if (name === 'collect_changes') changes = answer.changeCount
    if (name === 'check_notes') checked = answer
  }
  await close()
  if (!checked.ok) throw new Error(`${repo}: ${JSON.stringify(checked.faults)}`)
  const { sent, received, list } = cost
  console.log(
    `| ${repo} \`${from}..${to}\`, ${changes} changes | recorded | ${cost.calls} | ${sent} | ${received} | ${list} |`,
  )
}

for (const session of recordedSessions) {
  const source = clones.get(session.repo)
  if (source !== undefined) await replaySession(session, source)
}

/** A statement about a change, and the arguments that name its range. */
interface Statement {
  id: string
  kind: string
  text: string
}

/** How many statements of a kind were rejected, and how many were only advised against. */
interface Verdicts {
  all: number
  faults: number
  advice: number
}

/** Counts what check_notes says of statements, by their kind. */
class Judge {
  readonly #byKind = new Map<string, Verdicts>()
  readonly #listed: string[] = []
  #pieces = 0

  async judge(call: (name: string, given: object) => Promise<Given>, range: object, statements: Statement[]) {
    const entries = statements.map(({ id, text }) => ({ ids: [id], text }))
    const { faults, advice } = await call('check_notes', { ...range, entries, rest: 'rules' })
    for (const { id, kind, text } of statements) {
      const of = (list: Given[]) => list.filter((each) => each.id === id)
      const verdicts = this.#byKind.get(kind) ?? { all: 0, faults: 0, advice: 0 }
      verdicts.all += 1
      if (of(faults).length > 0) verdicts.faults += 1
      else if (of(advice).length > 0) verdicts.advice += 1
      const found = [...of(faults), ...of(advice)].map(({ detail }) => detail).join('; ')
      const isTrue = kind === 'true'
      if (isTrue) this.#pieces += of(advice).length
      if (isTrue ? of(faults).length > 0 || (values.list && found !== '') : found === '')
        this.#listed.push(`${kind}: ${text} (${found || 'no fault'})`)
      this.#byKind.set(kind, verdicts)
    }
  }

  print(): void {
    console.log('\n| kind | statements | rejected | advised against |\n|---|---|---|---|')
    for (const [kind, { all, faults, advice }] of [...this.#byKind].sort())
      console.log(`| ${kind} | ${all} | ${faults} | ${advice} |`)
    console.log(`\nPieces of advice about true statements: ${this.#pieces}`)
    console.log(
      `\nTrue statements that were rejected, and lies that passed without a word:\n${this.#listed.join('\n')}`,
    )
  }
}

/** A commit whose files have the names that its message has, as in a real project. */
function toStep({ message }: (typeof judgedChanges)[number], index: number): Step {
  const names = message.match(/--[\w-]+|`[^`]+`|\w+_\w+/g) ?? []
  return {
    commit: message,
    texts: { [`src/part-${index}.txt`]: `${names.join('\n').replaceAll('`', '')}\n` },
  }
}

async function judgeInvented(): Promise<void> {
  const clone = buildRepository(['Start', { tag: 'v1.0.0' }, ...judgedChanges.map(toStep)])
  const { call, close } = await openServer(own, clone)
  const judge = new Judge()
  for (let round = 0; round < 5; round += 1) {
    for (const isTrue of [true, false]) {
      const statements = judgedChanges.map(({ truths, lies }, index) => {
        const [kind, text] = isTrue ? ['true', truths[round]!] : lies[round]!
        return { id: `pr-${index + 1}`, kind, text }
      })
      await judge.judge(call, {}, statements)
    }
  }
  await close()
  judge.print()
}

/** Judges the statements about commits of real repositories, each in the range of its own commit. */
async function judgeReal(): Promise<void> {
  const judge = new Judge()
  for (const repo of new Set(judgedCommits.map((each) => each.repo))) {
    const source = clones.get(repo)
    if (source === undefined) continue
    const { call, close } = await openServer(own, cloneOf(source))
    for (const { sha, truths, lies } of judgedCommits.filter((each) => each.repo === repo)) {
      const all: [kind: string, text: string][] = [
        ...truths.map((text) => ['true', text] as const),
        ...lies,
      ].map(([kind, text]) => [kind, text])
      for (const [kind, text] of all)
        await judge.judge(call, { from: `${sha}~1`, to: sha }, [{ id: sha, kind, text }])
    }
    await close()
  }
  judge.print()
}

console.log('\nStatements about invented changes:')
await judgeInvented()
if (clones.size > 0) {
  console.log('\nStatements about commits of public repositories:')
  await judgeReal()
}
if (isTooLong) {
  console.log(`\nThe list of tools has more than ${maxListTokens} tokens.`)
  process.exitCode = 1
}
