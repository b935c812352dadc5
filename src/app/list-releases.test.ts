import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildRepository, makeFolder } from '../../test/support/build-repository.ts'
import { Problem } from '../core/errors.ts'
import type { Host } from '../core/host.ts'
import type { Repository } from '../core/repository.ts'
import { localHost } from '../hosts/local/local.ts'
import { listReleasesByAncestry } from './list-releases.ts'

const root = makeFolder()
buildRepository(
  [
    'Start',
    { tag: 'v1.0.0' },
    { commit: 'feat: tabs', as: 'released' },
    { tag: 'v1.1.0' },
    'feat: menus',
    { branch: '1-1-stable', from: 'released' },
    'fix: crash',
    { tag: 'v1.1.1' },
    { switch: 'main' },
    'feat: panes',
  ],
  { path: join(root, 'acme/tool') },
)
const token = 'token-of-the-test'
const local = localHost({ root, token, searchPath: process.env.PATH ?? '' })

test('all is known if the host answers', async () => {
  expect(await list({})).toEqual({ names: ['v1.1.1', 'v1.1.0', 'v1.0.0'], complete: true })
})

test('a release of which the host does not say where it is, is not said to be on another branch', async () => {
  const commits = () => {
    throw new Problem('host_busy', 'Too many requests.')
  }
  expect(await list({ commits })).toEqual({ names: ['v1.1.0', 'v1.0.0'], complete: false })
})

test('without the list of refs, the releases of the history stay', async () => {
  const listRefs = async () => {
    throw new Problem('host_busy', 'Too many requests.')
  }
  expect(await list({ listRefs })).toEqual({ names: ['v1.1.0', 'v1.0.0'], complete: false })
})

/** Lists the releases of a repository, some of whose methods fail. */
async function list(methods: Partial<Repository>): Promise<{ names: string[]; complete: boolean }> {
  const host: Host = {
    ...local,
    open: async (access) => ({ ...(await local.open(access)), ...methods }),
  }
  const access = { repoFullName: 'acme/tool', token, signal: new AbortController().signal, deadlineAt: null }
  const query = { toRef: 'main', most: 10 }
  const { releases, complete } = await listReleasesByAncestry(host, access as never, query)
  return { names: releases.map(({ name }) => name), complete }
}
