import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { buildRepository, type Step } from '../test/support/build-repository.ts'
import { judgedChanges } from './statements.ts'
import { openTokenizer } from './tokenizer.ts'

/**
 * What the MCP tools cost an agent, and what their checks find. Three jobs of 59, 16 and 12 changes are replayed as an
 * agent does them: it reads the changes, words two thirds of them itself, corrects three entries, renders the notes and
 * adds them to the changelog. Then 60 true statements and 60 lies go through check_notes.
 * Usage: npm run bench:agents -- [--before DIR], a checkout of an older version whose tools have no drafts.
 */
const { values } = parseArgs({ options: { before: { type: 'string' } } })
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

async function openServer(checkout: string, clone: string) {
  const client = new Client({ name: 'bench', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } })
  const args = [join(checkout, 'src/main.ts'), 'mcp']
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, cwd: clone, stderr: 'inherit' }),
  )
  const { tools } = await client.listTools()
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

async function replay(checkout: string, count: number, hasDrafts: boolean): Promise<Cost> {
  const { call, cost, close } = await openServer(checkout, buildRepository(historyOf(count)))
  await call('resolve_range', {})
  const { changes } = await call('collect_changes', {})
  const entries = changes.map((change: Given, index: number) => ({
    ids: [change.id],
    text: write(change, index),
  }))
  const fixed = entries.map(({ ids, text }: Given) => ({
    ids,
    text: text.replace(', with the help of Redis', ''),
  }))
  const heading = { version: '1.1.0', date: '2026-02-01' }
  if (hasDrafts) {
    const own = entries.filter((_: unknown, index: number) => index % 3 !== 2)
    const { draft, faults } = await call('check_notes', { entries: own, rest: 'rules' })
    const wrong = new Set(faults.map(({ id }: Given) => id))
    const corrections = fixed.flatMap(({ ids, text }: Given) =>
      wrong.has(ids[0]) ? [{ id: ids[0], text }] : [],
    )
    const checked = await call('check_notes', { draft, changes: corrections })
    if (!checked.ok) throw new Error(JSON.stringify(checked.faults))
    await call('render_notes', { draft: checked.draft, ...heading })
    await call('update_changelog', { draft: checked.draft, ...heading })
  } else {
    await call('check_notes', { entries })
    await call('check_notes', { entries: fixed })
    const { changelog } = await call('render_notes', { entries: fixed, ...heading })
    await call('update_changelog', { notes: changelog })
  }
  await close()
  return cost
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
    const { calls, sent, received, list } = await replay(checkout, count, hasDrafts)
    console.log(`| ${count} changes | ${name} | ${calls} | ${sent} | ${received} | ${list} |`)
    isTooLong ||= name === 'now' && list > maxListTokens
  }
}

/** How many statements of a kind were rejected, and how many were only advised against. */
interface Verdicts {
  all: number
  faults: number
  advice: number
}

/** A commit whose files have the names that its message has, as in a real project. */
function toStep({ message }: (typeof judgedChanges)[number], index: number): Step {
  const names = message.match(/--[\w-]+|`[^`]+`|\w+_\w+/g) ?? []
  return {
    commit: message,
    texts: { [`src/part-${index}.txt`]: `${names.join('\n').replaceAll('`', '')}\n` },
  }
}

const { call, close } = await openServer(
  own,
  buildRepository(['Start', { tag: 'v1.0.0' }, ...judgedChanges.map(toStep)]),
)
const byKind = new Map<string, Verdicts>()
const missed: string[] = []
for (let round = 0; round < 5; round += 1) {
  for (const isTrue of [true, false]) {
    const statements = judgedChanges.map(({ truths, lies }, index) => {
      const [kind, text] = isTrue ? ['true', truths[round]!] : lies[round]!
      return { id: `pr-${index + 1}`, kind, text }
    })
    const entries = statements.map(({ id, text }) => ({ ids: [id], text }))
    const { faults, advice } = await call('check_notes', { entries, rest: 'rules' })
    for (const { id, kind, text } of statements) {
      const has = (list: Given[]) => list.some((each) => each.id === id)
      const verdicts = byKind.get(kind) ?? { all: 0, faults: 0, advice: 0 }
      verdicts.all += 1
      if (has(faults)) verdicts.faults += 1
      else if (has(advice)) verdicts.advice += 1
      const [fault] = faults.filter((each: Given) => each.id === id)
      if (isTrue ? fault : !fault && !has(advice))
        missed.push(`${kind}: ${text} (${fault?.detail ?? 'no fault'})`)
      byKind.set(kind, verdicts)
    }
  }
}
await close()
console.log('\n| kind | statements | rejected | advised against |\n|---|---|---|---|')
for (const [kind, { all, faults, advice }] of [...byKind].sort())
  console.log(`| ${kind} | ${all} | ${faults} | ${advice} |`)
console.log(
  `\nTrue statements that were rejected, and lies that passed without a word:\n${missed.join('\n')}`,
)
if (isTooLong) {
  console.log(`\nThe list of tools has more than ${maxListTokens} tokens.`)
  process.exitCode = 1
}
