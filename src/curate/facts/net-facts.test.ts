import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignFacts, type FileEdit, netFacts } from './net-facts.ts'

const flagLines = (flags: Iterable<string>) =>
  [...flags].map((flag) => `  .option('--${flag}', 'Text of ${flag}')`).join('\n')

test('a name that moved to another file is no fact', () => {
  const [one, other] = ['export function abc() {}\n', 'export function other() {}\n']
  const moved = [
    { path: 'src/a.ts', before: one, after: '' },
    { path: 'src/b.ts', before: other, after: other + one },
  ]
  expect(netFacts(moved, true)).toEqual([])
})

test('no removal is stated unless all files were compared', () => {
  const files = [{ path: 'src/a.ts', before: flagLines(['all']), after: flagLines(['every']) }]
  expect(netFacts(files, false).map(({ action, name }) => `${action} ${name}`)).toEqual(['added --every'])
})

test('a fact belongs to the newest commit that made it', () => {
  const versions = [[], ['all'], [], ['all', 'other'], ['all', 'other']].map(flagLines)
  const edits = versions
    .slice(1)
    .map((after, index): FileEdit => ({ sha: `c${index + 1}`, before: versions[index]!, after }))
  const facts = netFacts([{ path: 'src/a.ts', before: versions[0]!, after: versions.at(-1)! }], true)
  const assigned = assignFacts(facts, () => edits.toReversed())
  expect([...assigned].map(([sha, own]) => [sha, own.map(({ name }) => name)])).toEqual([
    ['c3', ['--all', '--other']],
  ])
})

test('what no commit of the range made, such as the resolution of a conflict, is left out', () => {
  const facts = netFacts([{ path: 'src/a.ts', before: '', after: flagLines(['all']) }], true)
  const edits = ['one', 'two'].map((sha): FileEdit => ({ sha, before: '', after: '// nothing' }))
  expect(assignFacts(facts, () => edits).size).toBe(0)
})

const names = ['alpha', 'beta', 'gamma', 'delta', 'epsilon']
const step = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), name: fc.constantFrom(...names), file: fc.nat(2) }),
  fc.record({ kind: fc.constant('remove' as const), name: fc.constantFrom(...names) }),
  fc.record({
    kind: fc.constant('rename' as const),
    name: fc.constantFrom(...names),
    to: fc.constantFrom(...names),
  }),
)

test('only names that exist at the end and not at the start, or the other way round, are stated', () => {
  fc.assert(
    fc.property(fc.subarray(names), fc.array(step, { maxLength: 12 }), (start, steps) => {
      const files = [new Set(start), new Set<string>(), new Set<string>()]
      const states = [files.map(flagLines)]
      for (const each of steps) {
        const holder = files.find((file) => file.has(each.name))
        if (each.kind === 'add' && !holder) files[each.file]!.add(each.name)
        if (each.kind !== 'add' && holder) holder.delete(each.name)
        if (each.kind === 'rename' && holder && files.every((file) => !file.has(each.to))) holder.add(each.to)
        states.push(files.map(flagLines))
      }
      const [first, last] = [states[0]!, states.at(-1)!]
      const ends = first.map((before, at) => ({ path: `src/f${at}.ts`, before, after: last[at]! }))
      const facts = netFacts(ends, true)
      const end = new Set(files.flatMap((file) => [...file]))
      const stated = { added: new Set<string>(), removed: new Set<string>() }
      for (const { action, name, from } of facts) {
        if (action === 'removed') stated.removed.add(name)
        else stated.added.add(name)
        if (from !== undefined) stated.removed.add(from)
      }
      const flags = (list: string[]) => new Set(list.map((name) => `--${name}`))
      expect(stated.added).toEqual(flags([...end].filter((name) => !start.includes(name))))
      expect(stated.removed).toEqual(flags(start.filter((name) => !end.has(name))))
      // Every fact is some commit's, and each edit is the one that made it.
      const assigned = assignFacts(facts, (path) => {
        const at = Number(/\d/.exec(path)![0])
        return states
          .slice(1)
          .map(
            (state, index): FileEdit => ({
              sha: `c${index}`,
              before: states[index]![at]!,
              after: state[at]!,
            }),
          )
          .reverse()
      })
      expect(new Set([...assigned.values()].flat())).toEqual(new Set(facts))
    }),
  )
})
