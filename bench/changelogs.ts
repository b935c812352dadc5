import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openContext } from '../src/bootstrap/open-context.ts'
import { runCommandLine } from '../src/cli/run.ts'
import { type Fault, judgeUpdate, numbersIn } from './changelogs/judge-update.ts'
import { findReleasePoints, type ReleasePoint } from './changelogs/release-points.ts'
import { openScratchClone, type ScratchClone } from './changelogs/scratch-clone.ts'

/**
 * Replays releases of real projects: sets HEAD to the commit before a release, runs `notewright update` and judges
 * the changelog. The repositories are not changed.
 * Usage: npm run bench:changelogs -- --repos DIR… [--points 10] [--list] [--save DIR]
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    repos: { type: 'string', multiple: true, default: [] },
    points: { type: 'string', default: '10' },
    list: { type: 'boolean', default: false },
    save: { type: 'string' },
  },
})

/** One run of `update`, and what came of it. */
interface Replay {
  label: string
  outcome: 'judged' | 'unchanged' | 'rejected' | 'wrong file'
  detail: string
  added: number
  faults: Fault[]
}

const kinds: Fault['kind'][] = ['damage', 'place', 'second section', 'duplicate', 'foreign', 'style']
const columns = ['runs', 'changed', 'rejected', 'wrong file', 'entries', ...kinds]

console.log(`| project | ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length + 1)}`)
const all: Replay[] = []
for (const repository of [...values.repos, ...positionals]) {
  const replays = await replayProject(repository)
  if (replays.length === 0) continue
  all.push(...replays)
  printRow(nameOf(repository), replays)
}
printRow('**all**', all)

function nameOf(repository: string): string {
  const folder = repository
    .replace(/\/(?:repo|\.git)?\/*$/, '')
    .replace(/\/(?:repo|\.git)$/, '')
    .split('/')
    .at(-1)!
  return folder.replace('+', '/')
}

/** Counts runs with a fault; duplicates and foreign entries are counted one by one. */
function printRow(name: string, replays: Replay[]): void {
  const count = (outcome: Replay['outcome']) => replays.filter((replay) => replay.outcome === outcome).length
  const cells = [
    replays.length,
    count('judged'),
    count('rejected'),
    count('wrong file'),
    replays.reduce((sum, { added }) => sum + added, 0),
    ...kinds.map((kind) => {
      const found = replays.map(({ faults }) => faults.filter((fault) => fault.kind === kind).length)
      const isPerEntry = kind === 'duplicate' || kind === 'foreign'
      return isPerEntry ? found.reduce((sum, each) => sum + each, 0) : found.filter((each) => each > 0).length
    }),
  ]
  console.log(`| ${name} | ${cells.join(' | ')} |`)
  if (!values.list || name.startsWith('*')) return
  for (const { label, outcome, detail, faults } of replays) {
    if (outcome === 'rejected' || outcome === 'wrong file') console.log(`  ${label}: ${outcome}: ${detail}`)
    for (const fault of faults) console.log(`  ${label}: ${fault.kind}: ${fault.detail}`)
  }
}

async function replayProject(repository: string): Promise<Replay[]> {
  const clone = openScratchClone(repository, nameOf(repository))
  try {
    const newest = clone.git('rev-parse', 'HEAD').trim()
    const points = findReleasePoints(clone, Number(values.points))
    const replays: Replay[] = []
    const [first] = points
    if (first) {
      clone.reset(newest)
      const file = first.file
      const before = clone.show(newest, file)
      if (before !== null)
        replays.push(await replay(clone, { file, before, own: null, version: null, label: 'HEAD' }))
    }
    for (const point of points) replays.push(...(await replayPoint(clone, point)))
    return replays
  } finally {
    clone.remove()
  }
}

/** Replays one release with its version and without; its tag is removed meanwhile. */
async function replayPoint(clone: ScratchClone, point: ReleasePoint): Promise<Replay[]> {
  const { tag, version, file, head, before, own } = point
  const object = clone.git('rev-parse', `refs/tags/${tag}`).trim()
  clone.git('update-ref', '-d', `refs/tags/${tag}`)
  try {
    const replays: Replay[] = []
    for (const wanted of [version, null]) {
      clone.reset(head)
      clone.write(file, before)
      const label = `${tag}${wanted === null ? ' unreleased' : ''}`
      replays.push(await replay(clone, { file, before, own, version: wanted, label }))
    }
    return replays
  } finally {
    clone.git('update-ref', `refs/tags/${tag}`, object)
  }
}

interface ReplayInput {
  file: string
  before: string
  own: string | null
  version: string | null
  label: string
}

async function replay(
  clone: ScratchClone,
  { file, before, own, version, label }: ReplayInput,
): Promise<Replay> {
  const files = clone.readAll()
  const args = ['update', '--dir', clone.path, '--writer', 'rules']
  // A person names the file of a package; the one at the root must be found.
  if (file.includes('/')) args.push('--file', join(clone.path, file))
  if (version !== null) args.push('--version', version)
  const { code, message } = await update(args)
  const changed = [...clone.readAll()]
    .filter(([path, text]) => files.get(path) !== text)
    .map(([path]) => path)
  const result = (outcome: Replay['outcome'], detail = ''): Replay => ({
    label,
    outcome,
    detail,
    added: 0,
    faults: [],
  })
  if (code !== 0) return result('rejected', message)
  if (changed.length === 0) return result('unchanged')
  const [path = ''] = changed
  if (changed.length > 1 || path !== file)
    return result('wrong file', `${changed.join(', ')} instead of ${file}`)
  const after = clone.readAll().get(file)!
  const { faults, added } = judgeUpdate({ before, after, version, own })
  faults.push(
    ...findOtherPackages(
      clone,
      file,
      added.map(({ text }) => text),
    ),
  )
  save({ label: `${clone.name} ${label}`, before, after, own, faults })
  return { ...result('judged'), added: added.length, faults }
}

async function update(args: string[]): Promise<{ code: number; message: string }> {
  const errors: string[] = []
  const printError = (text: string) => void errors.push(text)
  const signal = AbortSignal.timeout(300_000)
  const code = await runCommandLine(args, {
    print: () => {},
    printError,
    colorSupport: { output: false, error: false },
    makeContext: async () => openContext({ print: () => {}, printError, signal }),
  })
  const message = errors.findLast((text) => text.startsWith('notewright:')) ?? errors.at(-1) ?? ''
  return { code, message: message.trim().slice(0, 300) }
}

/** Finds entries whose pull request changed nothing in the folder of the changelog. */
function findOtherPackages({ git }: ScratchClone, file: string, texts: string[]): Fault[] {
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  if (folder === '' || /^(?:docs?|\.github)\//.test(folder)) return []
  const commits = new Map(
    git('log', '--format=%H %s', '-n', '3000', 'HEAD')
      .split('\n')
      .flatMap((line) => numbersIn(line).map((number): [string, string] => [number, line.slice(0, 40)])),
  )
  return texts.flatMap((text): Fault[] => {
    const shas = numbersIn(text).flatMap((number) => commits.get(number) ?? [])
    const touches = (sha: string) =>
      git('diff-tree', '-r', '--root', '-m', '--first-parent', '--no-commit-id', '--name-only', sha)
        .split('\n')
        .some((path) => path.startsWith(folder))
    return shas.length === 0 || shas.some(touches)
      ? []
      : [{ kind: 'foreign', detail: `of another package: ${text.slice(0, 100)}` }]
  })
}

interface SavedCase {
  label: string
  before: string
  after: string
  own: string | null
  faults: Fault[]
}

/** Writes a case to a folder, to read it. */
function save({ label, before, after, own, faults }: SavedCase): void {
  if (values.save === undefined) return
  const folder = join(values.save, label.replace(/[^\w.-]+/g, '_'))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'before.md'), before)
  writeFileSync(join(folder, 'after.md'), after)
  if (own !== null) writeFileSync(join(folder, 'own.md'), own)
  if (faults.length > 0)
    appendFileSync(
      join(values.save, 'faults.txt'),
      `${faults.map(({ kind, detail }) => `${label} | ${kind} | ${detail}`).join('\n')}\n`,
    )
}
