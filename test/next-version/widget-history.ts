import type { Step } from '../support/build-repository.ts'

const release: Step = 'Release 1.5.0'

/** The changes between two releases of a small project, without their tags. */
export const widgetChanges: Step[] = [
  'feat(api): add cursor pagination to /orders (#118)',
  {
    commit: 'chore(deps): bump undici from 6.1.0 to 6.2.0 (#119)',
    by: 'dependabot[bot]',
    files: ['package.json'],
  },
  { commit: 'docs: explain retries (#120)', files: ['docs/retries.md'] },
  { commit: 'fix: crash when the config file is empty (#121)', by: 'ben' },
  'feat!: drop Node 18 (#122)\n\nBREAKING CHANGE: Node 20.11 is the oldest supported version.',
  'refactor: split the router (#123)',
  { commit: 'fix(auth): reject expired refresh tokens (#124)\n\nCloses CVE-2026-31337.', by: 'cy' },
  { commit: 'feat: dark mode (#125)', by: 'ben', files: ['src/theme.ts'] },
  { commit: 'Revert "feat: dark mode (#125)" (#126)', files: ['src/theme.ts'] },
  { commit: 'Deprecate --legacy-output, removal planned for 2.0 (#127)', by: 'cy' },
  'perf(export): stream files over 100 MB (#128)',
]

/** The same without the breaking change. */
export const unbrokenChanges: Step[] = widgetChanges.filter(
  (step) => typeof step !== 'string' || !step.startsWith('feat!'),
)

/** A small project with two releases; twelve commits lie between them. */
export const widget: Step[] = [
  'Start',
  { tag: 'v1.4.0', annotated: true },
  ...widgetChanges,
  release,
  { tag: 'v1.5.0', annotated: true },
]
