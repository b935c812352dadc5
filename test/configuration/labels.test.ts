import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseGenerateRequest } from '../../src/api/generate-request.ts'
import { generate } from '../../src/app/generate.ts'
import { startGithub } from '../stand-ins/github.ts'
import { canary, hostAt } from '../stand-ins/github-parts/open.ts'
import { buildRepository, makeFolder } from '../support/build-repository.ts'
import { quietContext } from '../support/quiet-context.ts'
import { condense } from './histories.ts'

const config = `format: github_release
categories:
  - {title: "⚠️ Breaking", labels: breaking-change, kinds: breaking}
  - {title: New, labels: [enhancement, feature]}
  - {title: Fixed, labels: bug}
  - {title: Dependencies, labels: dependencies, collapse: 3}
rules: [{when: {label: skip-*}, exclude: its label excludes it}]
formats: {github_release: {header: "Install it with \`npm i widget@{version}\`."}}
`

const root = makeFolder()
buildRepository(
  [
    { commit: 'Start', texts: { 'notewright.yml': config } },
    { tag: 'v1.5.0' },
    { commit: 'Add OAuth login (#51)', by: 'ada <ada@users.noreply.github.com>' },
    { commit: 'Crash on empty config (#52)', by: 'ben <ben@users.noreply.github.com>' },
    { commit: 'Add an internal switch (#54)', by: 'cy <cy@users.noreply.github.com>' },
    { commit: 'Rename --out to --output (#55)', by: 'cy <cy@users.noreply.github.com>' },
    { tag: 'v2.0.0' },
  ],
  { path: join(root, 'acme/widget') },
)
const labels = {
  51: ['enhancement'],
  52: ['bug'],
  54: ['skip-notes'],
  55: ['enhancement', 'breaking-change'],
}
const github = await startGithub({ root, tokens: { [canary]: 'all' }, labels })
afterAll(() => github.close())

test('2: GitHub labels', async () => {
  const body = { repoFullName: 'acme/widget', fromRef: 'v1.5.0', toRef: 'v2.0.0' }
  const { request } = parseGenerateRequest(body)
  const answer = await generate(request, { ...quietContext, host: hostAt(github), token: canary })
  expect(condense(answer.changelog).replaceAll(github.url, 'https://github.com')).toBe(`## What's Changed
Install it with \`npm i widget@2.0.0\`.
### ⚠️ Breaking
* Rename \`--out\` to \`--output\` by @cy in https://github.com/acme/widget/pull/55
### New
* Add OAuth login by @ada in https://github.com/acme/widget/pull/51
### Fixed
* Fix crash on empty config by @ben in https://github.com/acme/widget/pull/52
**Full Changelog**: https://github.com/acme/widget/compare/v1.5.0...v2.0.0
`)
  expect(answer.omitted).toMatchObject([{ reason: 'excluded', detail: 'rules[0]: its label excludes it' }])
  expect(answer.config).toMatchObject({ source: 'file', unused: ['categories[3]'] })
})
