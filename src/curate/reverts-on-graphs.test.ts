import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asHistory, sampleHistory, sampleSha } from '../../test/support/sample-history.ts'
import type { Commit } from '../core/commit.ts'
import { curate } from './curate.ts'

/** The lines of all files: each line is written by one change, as `file:change`. */
type Tree = ReadonlySet<string>

interface Node {
  number: number
  parents: number[]
  tree: Tree
  message: string
  authoredAt: number
}

type Operation = readonly [kind: string, one: number, other: number, form: number]

const common = ['change', 'change', 'change', 'branch', 'merge', 'merge']
/** Kinds of steps; reverts are of any depth, and merges may cross. */
const histories = {
  'reverts of commits': [...common, 'revert', 'revert', 'revert'],
  'reverts of commits and merges': [...common, 'revert', 'undo-merge', 'undo-merge'],
  'reverts and copies': [...common, 'revert', 'revert', 'undo-merge', 'pick', 'pick'],
  'reverts, copies and squashes': [...common, 'revert', 'undo-merge', 'pick', 'squash', 'squash'],
}

function operations(kinds: string[]): fc.Arbitrary<Operation[]> {
  const operation = fc.tuple(fc.constantFrom(...kinds), fc.nat(999), fc.nat(999), fc.nat(5))
  return fc.array(operation, { maxLength: 30, size: 'max' })
}

/** Builds a history as git would: it follows the content of every file and knows nothing of our rules. */
class Repository {
  readonly nodes: Node[] = [{ number: 1, parents: [], tree: new Set(), message: 'Start', authoredAt: 1 }]
  readonly #tips = new Map([['main', 1]])
  #branches = 0

  apply([kind, one, other, form]: Operation): void {
    const names = [...this.#tips.keys()]
    const into = names[one % names.length]!
    if (kind === 'branch' && names.length < 4) {
      this.#branches += 1
      this.#tips.set(`branch-${this.#branches}`, this.#tips.get(into)!)
    } else if (kind === 'change') this.#change(into, other, form)
    else if (kind === 'revert') this.#revert(into, this.#pick(into, other, 1), form)
    else if (kind === 'undo-merge') this.#revert(into, this.#pick(into, other, 2), form)
    else if (kind === 'pick') this.#cherryPick(into, other, form)
    else if (kind === 'merge' || kind === 'squash') {
      const from = names[other % names.length]!
      if (from !== into) this.#merge(into, from, { isSquash: kind === 'squash', form })
    }
  }

  get end(): Node {
    return this.#node(this.#tips.get('main')!)
  }

  #node(number: number): Node {
    return this.nodes[number - 1]!
  }

  #tip(branch: string): Node {
    return this.#node(this.#tips.get(branch)!)
  }

  #commit(branch: string, tree: Tree, message: string, extra: Partial<Node> = {}): void {
    const number = this.nodes.length + 1
    const parents = [this.#tips.get(branch)!]
    this.nodes.push({ number, parents, tree, message, authoredAt: number, ...extra })
    this.#tips.set(branch, number)
  }

  #change(branch: string, file: number, form: number): void {
    const id = this.nodes.length + 1
    const message = `Add part ${id} of the page${form % 2 === 0 ? ` (#${id})` : ''}`
    this.#commit(branch, new Set([...this.#tip(branch).tree, `${file % 4}:${id}`]), message)
  }

  ancestors(start: number): Set<number> {
    const seen = new Set([start])
    for (const number of seen) for (const parent of this.#node(number).parents) seen.add(parent)
    return seen
  }

  /** A commit of a branch with the given number of parents. */
  #pick(branch: string, choice: number, parents: number): Node | undefined {
    const found = [...this.ancestors(this.#tips.get(branch)!)]
      .map((number) => this.#node(number))
      .filter((node) => node.parents.length === parents)
    return found[choice % found.length]
  }

  differenceOf(node: Node): { added: string[]; removed: string[] } {
    const before = this.#node(node.parents[0]!).tree
    return {
      added: [...node.tree].filter((line) => !before.has(line)),
      removed: [...before].filter((line) => !node.tree.has(line)),
    }
  }

  #revert(branch: string, target: Node | undefined, form: number): void {
    if (!target) return
    const { added, removed } = this.differenceOf(target)
    const { tree } = this.#tip(branch)
    // Anything else is a conflict, or an empty commit.
    if (added.length + removed.length === 0) return
    if (!added.every((line) => tree.has(line)) || removed.some((line) => tree.has(line))) return
    const next = new Set([...tree, ...removed].filter((line) => !added.includes(line)))
    const subject = target.message.split('\n', 1)[0]!
    const sha = sampleSha(target.number)
    const sentence =
      target.parents.length > 1
        ? `This reverts commit ${sha}, reversing\nchanges made to ${sampleSha(target.parents[0]!)}.`
        : `This reverts commit ${form % 3 === 0 ? sha.slice(0, 12) : sha}.`
    const title =
      form === 1 && target.parents.length === 1 ? `Take back ${target.number}` : `Revert "${subject}"`
    const isNamedByTitle = form === 5 && target.parents.length === 1
    this.#commit(branch, next, isNamedByTitle ? title : `${title}\n\n${sentence}`)
  }

  #cherryPick(branch: string, choice: number, form: number): void {
    const known = this.ancestors(this.#tips.get(branch)!)
    const held = new Set([...this.#tips.values()].flatMap((tip) => [...this.ancestors(tip)]))
    const found = this.nodes.filter(
      ({ number, message }) => held.has(number) && !known.has(number) && message.startsWith('Add part'),
    )
    const source = found[choice % found.length]
    if (!source) return
    const { tree } = this.#tip(branch)
    const { added } = this.differenceOf(source)
    if (added.some((line) => tree.has(line))) return
    const trailer = form % 2 === 0 ? `\n\n(cherry picked from commit ${sampleSha(source.number)})` : ''
    const [message = ''] = source.message.split('\n\n(cherry', 1)
    this.#commit(branch, new Set([...tree, ...added]), message + trailer, { authoredAt: source.authoredAt })
  }

  /** The best common ancestors of two commits. */
  #bases(one: number, other: number): number[] {
    const [some, others] = [this.ancestors(one), this.ancestors(other)]
    const common = [...some].filter((number) => others.has(number))
    return common.filter(
      (number) => !common.some((each) => each !== number && this.ancestors(each).has(number)),
    )
  }

  /** Merges two trees as git does: several common ancestors are merged first. */
  #mergeTrees(one: Node, other: Node, ours: Tree = one.tree): Tree {
    const [first, ...others] = this.#bases(one.number, other.number).map((each) => this.#node(each))
    let base: Tree = first!.tree
    for (const each of others) base = this.#mergeTrees(first!, each, base)
    return new Set(
      [...ours, ...other.tree].filter((line) =>
        base.has(line) ? ours.has(line) && other.tree.has(line) : true,
      ),
    )
  }

  #merge(into: string, from: string, { isSquash, form }: { isSquash: boolean; form: number }): void {
    const [ours, theirs] = [this.#tip(into), this.#tip(from)]
    const [known, brought] = [this.ancestors(ours.number), this.ancestors(theirs.number)]
    if (known.has(theirs.number)) return
    const tree = this.#mergeTrees(ours, theirs)
    const number = this.nodes.length + 1
    if (isSquash) {
      if (from === 'main') return
      const quoted = [...brought].filter((each) => !known.has(each)).map((each) => this.#node(each).message)
      const body = quoted.map((text) => `* ${text}`).join('\n\n')
      this.#commit(into, tree, `Squash part ${number} (#${number})\n\n${body}`)
      this.#tips.delete(from)
      return
    }
    const subject =
      form % 2 === 0
        ? `Merge branch '${from}' into ${into}`
        : `Merge pull request #${number} from ada/x\n\nJoin ${number}`
    this.#commit(into, tree, subject, { parents: [ours.number, theirs.number] })
  }

  /** The commits that the end of main contains, as a host lists them. */
  toCommits(): Commit[] {
    const contained = this.ancestors(this.end.number)
    const all = sampleHistory(
      ...this.nodes.map((node) => {
        const { added, removed } =
          node.parents.length === 1 ? this.differenceOf(node) : { added: [], removed: [] }
        return {
          message: node.message,
          parents: node.parents.map(sampleSha),
          authoredAt: new Date(Date.UTC(2026, 0, 1, 0, node.authoredAt)).toISOString(),
          paths: [...new Set([...added, ...removed].map((line) => `src/${line.split(':', 1)[0]}.ts`))],
        }
      }),
    )
    return all.filter(({ sha }) => contained.has(Number.parseInt(sha.slice(0, 7), 16)))
  }
}

function buildRepository(steps: Operation[]): Repository {
  const repository = new Repository()
  for (const each of steps) repository.apply(each)
  return repository
}

/** The lines of the range with the commits, other than merges, that write them. */
function listWriters(repository: Repository): Map<string, Node[]> {
  const writers = new Map<string, Node[]>()
  for (const number of repository.ancestors(repository.end.number)) {
    const node = repository.nodes[number - 1]!
    if (node.parents.length !== 1) continue
    for (const line of repository.differenceOf(node).added)
      writers.set(line, [...(writers.get(line) ?? []), node])
  }
  return writers
}

/** The lines that a squash adds or removes besides other commits; no message says that it does. */
function listSquashedLines(repository: Repository): Set<string> {
  const lines = new Set<string>()
  for (const node of repository.nodes.filter(({ message }) => message.startsWith('Squash'))) {
    const { added, removed } = repository.differenceOf(node)
    for (const line of [...added, ...removed]) lines.add(line)
  }
  return lines
}

test.each(Object.entries(histories))('the content of the files decides: %s', (_name, kinds) => {
  fc.assert(
    fc.property(operations(kinds), (steps) => {
      const repository = buildRepository(steps)
      const { changes, omitted } = curate(asHistory(repository.toCommits()), {
        audience: 'developers',
        paths: [],
      })
      const included = new Set(changes.flatMap(({ commits }) => commits))
      const reverted = new Set(omitted.filter(({ reason }) => reason === 'reverted').map(({ sha }) => sha))
      const { tree } = repository.end
      const squashed = listSquashedLines(repository)
      for (const [line, writers] of listWriters(repository)) {
        if (tree.has(line)) {
          // A change that is there was not reverted, or came in again.
          expect(writers.every(({ number }) => reverted.has(sampleSha(number)))).toBe(false)
          continue
        }
        // The commits of a squash may be in the history too, and the tool keeps what it cannot follow.
        if (squashed.has(line)) continue
        // A change that is gone is not in the notes.
        for (const writer of writers.filter(({ message }) => message.startsWith('Add part')))
          expect(included.has(sampleSha(writer.number))).toBe(false)
      }
    }),
    { numRuns: Number(process.env.GRAPH_RUNS ?? 200) },
  )
})
