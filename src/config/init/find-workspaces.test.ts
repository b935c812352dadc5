import { expect, test } from 'vitest'
import { memoryFiles } from '../../../test/support/memory-files.ts'
import { findWorkspaces } from './find-workspaces.ts'
import { outlinePom } from './read-manifest.ts'

async function pathsOf(texts: Record<string, string>): Promise<Record<string, string[]>> {
  const found = await findWorkspaces(memoryFiles(texts))
  return Object.fromEntries(
    found.map(({ source, packages }) => [source, packages.map(({ path, name }) => `${path} ${name}`)]),
  )
}

const manifest = (name: string) => JSON.stringify({ name, version: '1.0.0' })

test('pnpm: patterns are expanded, excludes are honoured, folders without a manifest do not count', async () => {
  const found = await pathsOf({
    'pnpm-workspace.yaml': 'packages:\n  - packages/*\n  - "!packages/old"\n  - docs\n',
    'packages/core/package.json': manifest('@acme/core'),
    'packages/old/package.json': manifest('old'),
    'packages/empty/readme.md': '',
    'docs/package.json': manifest('docs'),
  })
  expect(found).toEqual({ 'pnpm-workspace.yaml': ['packages/core @acme/core', 'docs docs'] })
})

test.each([
  ['a list', ['packages/**']],
  ['an object', { packages: ['./packages/**/'], nohoist: ['**'] }],
])('npm and yarn: workspaces as %s', async (_, workspaces) => {
  const found = await pathsOf({
    'package.json': JSON.stringify({ private: true, workspaces }),
    'packages/a/package.json': manifest('a'),
    'packages/deep/b/package.json': manifest('b'),
    'packages/a/node_modules/c/package.json': manifest('c'),
  })
  expect(found).toEqual({ 'package.json': ['packages/a a', 'packages/deep/b b'] })
})

test('Cargo: members and exclude', async () => {
  const found = await pathsOf({
    'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\nexclude = ["crates/fuzz"]\n',
    'crates/core/Cargo.toml': '[package]\nname = "acme-core"\nversion = "1.0.0"\n',
    'crates/fuzz/Cargo.toml': '[package]\nname = "fuzz"\n',
    'crates/virtual/Cargo.toml': '[workspace]\n',
  })
  expect(found).toEqual({ 'Cargo.toml': ['crates/core acme-core'] })
})

test('go.work: lines and blocks', async () => {
  const found = await pathsOf({
    'go.work': 'go 1.24\n\nuse ./tool // a comment\nuse (\n\t.\n\t./api\n\t../outside\n)\n',
    'go.mod': 'module acme.example/widget\n',
    'api/go.mod': 'module acme.example/widget/api\n',
    'tool/go.mod': 'module acme.example/widget/tool\n',
  })
  expect(found).toEqual({ 'go.work': ['tool null', 'api null'] })
})

test('uv: members and exclude', async () => {
  const found = await pathsOf({
    'pyproject.toml': '[tool.uv.workspace]\nmembers = ["packages/*"]\nexclude = ["packages/seeds"]\n',
    'packages/bird/pyproject.toml': '[project]\nname = "bird"\n',
    'packages/seeds/pyproject.toml': '[project]\nname = "seeds"\n',
  })
  expect(found).toEqual({ 'pyproject.toml': ['packages/bird bird'] })
})

test('Maven: modules of modules', async () => {
  const found = await pathsOf({
    'pom.xml':
      '<project><artifactId>all</artifactId><modules><module>api</module><module>../out</module></modules></project>',
    'api/pom.xml':
      '<project><parent><artifactId>all</artifactId></parent><artifactId>api</artifactId><subprojects><subproject>spi</subproject></subprojects></project>',
    'api/spi/pom.xml': '<project><artifactId>spi</artifactId></project>',
  })
  expect(found).toEqual({ 'pom.xml': ['api api', 'api/spi spi'] })
})

test('a pom is read by its tags: comments, profiles and broken ends do no harm', () => {
  expect(
    outlinePom(
      '<?xml version="1.0"?><!-- <modules><module>no</module></modules> --><project xmlns="x"><packaging/><profiles><profile><modules><module>no</module></modules></profile></profiles><artifactId>a</artifactId><modules><module>yes</module></modules><name',
    ),
  ).toEqual({ artifactId: 'a', modules: ['yes'] })
  expect(outlinePom('<project><!-- never closed <modules>')).toEqual({ artifactId: null, modules: [] })
})

test('invalid files list nothing', async () => {
  expect(
    await pathsOf({
      'package.json': '{',
      'pnpm-workspace.yaml': 'packages: [',
      'Cargo.toml': '[workspace',
      'pyproject.toml': 'x = = 1',
      'go.work': 'use (',
      'pom.xml': '<',
      'lerna.json': '[]',
    }),
  ).toEqual({})
})

test('a folder with thousands of packages is cut at 1,000', async () => {
  const texts = Object.fromEntries(
    Array.from({ length: 1200 }, (_, index) => [`packages/p${index}/package.json`, manifest(`p${index}`)]),
  )
  const found = await pathsOf({ 'pnpm-workspace.yaml': 'packages: ["packages/*"]\n', ...texts })
  expect(found['pnpm-workspace.yaml']).toHaveLength(1000)
})
