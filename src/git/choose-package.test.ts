import { expect, test } from 'vitest'
import { choosePackage } from './choose-package.ts'

const choose = (tags: string[], folder: string, names: string[] = [], repoFullName = 'acme/tool') =>
  choosePackage(
    tags.map((name) => ({ name })),
    {
      folder,
      names: [...names, ...(folder === '' ? [] : [folder, folder.split('/').at(-1)!])],
      hasManifest: folder.startsWith('packages/'),
    },
    repoFullName,
  )

const axum = ['axum-v0.8.9', 'axum-core-v0.5.0', 'axum-extra-v0.10.0']
const vite = ['v8.2.0', 'create-vite@9.0.0', 'plugin-legacy@8.0.0', 'vite@2.0.0']
const astro = ['astro@5.0.0', '@astrojs/react@4.0.0', '@astrojs/vue@5.0.0']

test.each([
  // A repository of one package.
  [['v1.0.0', 'v1.1.0'], '', [], ''],
  [['widget-1.0.0'], '', [], 'widget'],
  [['widget-1.0.0'], 'src', [], 'widget'],
  [[], '', [], ''],
  // The name of the folder, or the name in its manifest.
  [axum, 'axum-core', [], 'axum-core'],
  [vite, 'packages/create-vite', ['create-vite'], 'create-vite'],
  [astro, 'packages/integrations/react', ['@astrojs/react'], '@astrojs/react'],
  [astro, 'packages/integrations/react', [], '@astrojs/react'],
  [['core/v1.2.0', 'core/sub/v1.0.0'], 'core/sub', [], 'core/sub'],
  // A package without tags of its own is released with the main package.
  [['v8.0.0'], 'activerecord', [], ''],
  [vite, 'packages/other', [], ''],
  [['v1.0.0', '016.5', 'nightly'], '', [], ''],
])('of the tags %j those of "%s" (%j) have the scope "%s"', (tags, folder, names, scope) => {
  expect(choose(tags, folder, names)).toEqual({ scope })
})

test('the package with the name of the repository is the main package', () => {
  expect(choose(vite, 'packages/vite', ['vite'], 'vitejs/vite')).toEqual({ scope: '' })
  expect(choose(axum, '', [], 'tokio-rs/axum')).toEqual({ scope: '' })
  expect(choose(axum, 'axum', [], 'tokio-rs/axum')).toEqual({ scope: '' })
})

test.each([
  [axum, '', [], ['axum', 'axum-core', 'axum-extra']],
  [astro, 'packages/new', [], ['@astrojs/react', '@astrojs/vue', 'astro']],
  [['core@1.0.0'], 'packages/cli', [], ['core']],
  [['@a/core@1.0.0', '@b/core@1.0.0'], 'packages/core', [], ['@a/core', '@b/core']],
])('of the tags %j those of "%s" (%j) need a choice between %j', (tags, folder, names, packages) => {
  expect(choose(tags, folder, names)).toEqual({ scope: null, packages })
})
