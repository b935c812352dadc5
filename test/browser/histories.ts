import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Step } from '../support/build-repository.ts'

/** The release of the README, with a merged pull request of two commits, and two later commits. */
export const widget: Step[] = [
  'Start',
  { tag: 'v1.4.0', annotated: true },
  'feat(api): add cursor pagination to /orders (#118)',
  { commit: 'chore(deps): bump undici from 6.1.0 to 6.2.0 (#119)', by: 'dependabot[bot]' },
  { commit: 'docs: explain retries (#120)', files: ['docs/retries.md'] },
  { commit: 'fix: crash when the config file is empty (#121)', by: 'Ben' },
  'feat!: drop Node 18 (#122)\n\nBREAKING CHANGE: Node 20.11 is the oldest supported version.',
  'refactor: split the router (#123)',
  { commit: 'fix(auth): reject expired refresh tokens (#124)\n\nThis closes CVE-2026-31337.', by: 'Cy' },
  { branch: 'export' },
  'perf(export): stream files over 100 MB',
  'feat(export): show progress while files are written',
  { switch: 'main' },
  { merge: 'export', commit: 'Merge pull request #128 from ada/export\n\nFaster exports' },
  { commit: 'Deprecate --legacy-output, removal planned for 2.0 (#127)', by: 'Cy' },
  'Release 1.5.0',
  { tag: 'v1.5.0', annotated: true },
  'feat: open links in a new tab (#130)',
  'fix: keep the scroll position (#131)',
]

/** A history with a configuration file: titles, rules, tickets, and formats with and without a template. */
export const configured: Step[] = [
  'Start',
  { tag: 'v1.4.0', annotated: true },
  'feat(api): add cursor pagination to /orders (#118)',
  { commit: 'docs: explain retries (#120)', files: ['docs/retries.md'] },
  { commit: 'fix: SHOP-12 round totals (#121)', by: 'Ben' },
  'feat(ci): cache the builds (#122)',
  'perf(export): stream files over 100 MB (#123)',
  {
    commit: 'chore: configure the notes',
    texts: {
      'notewright.yml': `categories:
  - {title: "🚀 Features", types: feat}
  - {title: Bug fixes, types: fix}
rules:
  - {when: {scope: ci}, exclude: announced elsewhere}
  - {when: {scope: api}, scope: HTTP API}
tickets: [{prefix: SHOP-, url: "https://t.example/SHOP-{number}"}]
formats:
  mail:
    template: |
      {% for c in categories %}
      == {{ c.title }}
      {% for e in c.entries %}
      - {{ e.text }}
      {% endfor %}
      {% endfor %}
  slow:
    template: |
      ${'{% for e in entries %}'.repeat(14)}${'{% endfor %}'.repeat(14)}
  short: {template: "{{ entries.first.text }}"}
`,
    },
  },
]

/** A monorepo with two packages. */
export const packages: Step[] = [
  'Start',
  { tag: 'core@1.2.0' },
  { tag: 'cli@0.4.0' },
  { commit: 'feat(core): cache parsed files (#31)', files: ['packages/core/cache.ts'] },
  { commit: 'fix(cli): keep the cursor visible after a crash (#32)', files: ['packages/cli/cursor.ts'] },
  {
    commit: 'chore: configure the notes',
    texts: {
      'notewright.yml':
        'scopes: {show: hide}\npackages:\n  - {name: core, path: packages/core}\n  - {name: cli, path: packages/cli}\n',
    },
  },
]

/** A release with 1,000 features. */
export const manyEntries: Step[] = [
  'Start',
  { tag: 'v1.0.0', annotated: true },
  ...Array.from({ length: 1000 }, (_, index) => `feat: add the part number ${index + 1} (#${index + 1})`),
]

/** A history of 10,000 commits, of which 20 are included. */
export const longLedger: Step[] = [
  'Start',
  { tag: 'v1.0.0', annotated: true },
  ...Array.from({ length: 10_000 }, (_, index) => ({
    commit: index % 500 === 0 ? `feat: add the part ${index}` : `docs: explain the part ${index}`,
    files: [index % 500 === 0 ? 'src/part.ts' : 'docs/part.md'],
  })),
]

/** Two hundred commits whose messages contain injection attempts. */
export function hostileHistory(): Step[] {
  return ['Start', { tag: 'v1.0.0', annotated: true }, ...hostileTexts().map((text) => `feat: ${text}`)]
}

function hostileTexts(): string[] {
  const payloads = JSON.parse(
    readFileSync(join(import.meta.dirname, 'hostile-texts.json'), 'utf8'),
  ) as string[]
  const templates = [
    (text: string) => text,
    (text: string) => `add ${text} to lists`,
    (text: string) => `\`${text}\` in code`,
    (text: string) => `[x](${text})`,
  ]
  return templates.flatMap((template) => payloads.map(template))
}
