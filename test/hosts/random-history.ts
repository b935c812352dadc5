import type { Step } from '../support/build-repository.ts'

/** A random number generator that returns the same numbers for the same seed. */
function seededChance(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) % below
  }
}

const subjects = [
  'feat: tabs',
  'fix(api): lost cursor',
  'Add a spinner',
  'Fixes a crash on start',
  'docs: explain tabs',
  'chore(deps): bump a from 1.0.0 to 1.1.0',
  'refactor!: rename Client',
  'Deprecate the v1 endpoints',
  'Remove the XML exporter',
  'wip',
  'Release 1.2.0',
  'fix: café ☕ and 日本語',
  'feat: tabs\n\nBREAKING CHANGE: the old ones are gone.',
  'fix: x\n\nCo-authored-by: Ben <ben@example.org>',
  'fix: y\n\nThis closes CVE-2026-12345.',
]
const fileSets = [
  ['docs/guide.md'],
  ['README.md', 'docs/api/index.md'],
  ['test/a.test.ts'],
  ['.github/workflows/ci.yml'],
  ['package-lock.json'],
  ['src/a.ts', 'docs/a.md'],
  ['src/deep/er/b.ts'],
  ['src/café/日本語.ts'],
]
/** Some projects configure which types they include: here documentation, but no features. Others have a file of ours. */
const typeConfigs = [
  {},
  {},
  {
    '.versionrc.json':
      '{"types": [{"type": "docs", "section": "Changed"}, {"type": "feat", "hidden": true}]}',
  },
  { 'release-please-config.json': '{"changelog-sections": [{"type": "docs", "section": "Other"}]}' },
  {
    'notewright.yml':
      'categories: [{title: Docs, types: docs}, {title: Work, kinds: internal}, {title: Rest, kinds: [added, fixed]}]\n',
  },
  {
    '.github/notewright.yml': 'rules: [{when: {path: "docs/**"}, include: true}]\nentries: {order: oldest}\n',
  },
]
const people = ['Ada', 'Ben', 'Cy', 'dependabot[bot]']

/**
 * A history with branches, merges of two and three, pull requests in several forms, reverts (of merges, of reverts,
 * and cherry-picked ones), cherry-picks, co-authors, empty messages, odd encodings, settings of types, and tags on the
 * main line and on the side. It has the tag `start`, and the tag `released` on a release branch.
 */
export function randomHistory(seed: number): Step[] {
  const chance = seededChance(seed)
  const steps: Step[] = [
    { commit: 'Start', as: 'c0', texts: typeConfigs[seed % typeConfigs.length]! },
    { tag: 'start', annotated: chance(2) === 0 },
  ]
  let count = 1
  let number = 1
  let branch = 0
  const title = () =>
    `${subjects[chance(subjects.length)]!}`.replace(
      /^(\S.*?)(\n|$)/,
      (_all, line, end) => `${line} ${count}${end}`,
    )
  const commit = (message: string) => {
    const files = fileSets[chance(2 * fileSets.length)]
    steps.push({
      commit: message,
      by: people[chance(people.length)]!,
      as: `c${count}`,
      ...(files ? { files } : {}),
    })
    count += 1
  }
  const revert = (name: string) => commit(`Revert "${name}"\n\nThis reverts commit {sha:${name}}.`)
  const merges: string[] = []
  const merge = (merged: string | string[], message: string) => {
    merges.push(`c${count}`)
    steps.push({ merge: merged, commit: message, as: `c${count}` })
    count += 1
  }
  /** A release branch that fixes some things itself, and takes others over from the main line. */
  const releaseBranch = () => {
    const fork = chance(count)
    steps.push({ branch: 'release', from: `c${fork}` })
    for (let each = 1 + chance(5); each > 0; each -= 1) {
      const kind = chance(6)
      const source = chance(count)
      if (kind === 0) commit(`fix: taken over\n\n(cherry picked from commit {sha:c${source}})`)
      else if (kind === 1) commit(`fix: taken over (#${1 + chance(number)}) (#${number + 100})`)
      else if (kind === 2) {
        revert(`c${source}`)
        commit(
          `Revert "c${source}"\n\nThis reverts commit {sha:c${source}}.\n\n(cherry picked from commit {sha:c${count - 1}})`,
        )
      } else if (kind === 3) revert(`c${source}`)
      else if (kind === 4) commit(`fix: back-ported ${count}\n\nBackport of #${1 + chance(number)}.`)
      else commit(title())
      if (chance(4) === 0) steps.push({ tag: `v1.0.${each}`, annotated: chance(2) === 0 })
    }
    steps.push({ tag: 'released', annotated: chance(2) === 0 }, { switch: 'main' })
  }
  const sideBranches = (most: number) =>
    Array.from({ length: 1 + chance(most) }, () => {
      branch += 1
      steps.push({ branch: `b${branch}`, from: 'main' })
      for (let each = chance(3); each >= 0; each -= 1) commit(title())
      if (chance(4) === 0) steps.push({ tag: `side-${branch}` })
      return `b${branch}`
    })
  for (let step = 4 + chance(8); step > 0; step -= 1) {
    const kind = chance(12)
    number += 1
    if (kind === 0) revert(`c${chance(count)}`)
    else if (kind === 1) commit(`fix: picked ${count}\n\n(cherry picked from commit {sha:c${chance(count)}})`)
    else if (kind === 2) commit('')
    else if (kind === 3)
      steps.push({ commit: '', bytes: `fix: caf\xe9 ${count}`, encoding: 'ISO-8859-1', as: `c${count++}` })
    else if (kind === 4) commit(title().replace(/^(.*)/, `$1 (#${number})`))
    else if (kind === 5) steps.push({ tag: `v1.${step}.0`, annotated: chance(2) === 0 })
    else if (kind === 6) {
      const merged = sideBranches(3)
      steps.push({ switch: 'main' })
      merge(merged, `Merge branch '${merged.join("', '")}'`)
    } else if (kind === 7) {
      const [merged] = sideBranches(1)
      steps.push({ switch: 'main' })
      merge(merged!, `Merge pull request #${number} from ada/${merged}\n\nfeat: pull request ${number}`)
    } else if (kind === 8 && merges.length > 0) revert(merges[chance(merges.length)]!)
    else if (kind === 9) {
      // A revert, the revert of that revert, and sometimes a third one.
      revert(`c${chance(count)}`)
      for (let each = 1 + chance(2); each > 0; each -= 1) revert(`c${count - 1}`)
    } else if (kind === 10) {
      const reverted = `c${chance(count)}`
      revert(reverted)
      commit(
        `Revert "${reverted}" again\n\nThis reverts commit {sha:${reverted}}.\n\n(cherry picked from commit {sha:c${count - 1}})`,
      )
    } else commit(title())
  }
  releaseBranch()
  return steps
}
