import { expect, test } from 'vitest'
import { Problem } from '../core/errors.ts'
import { type FileSource, findOwnFiles, readStart, startOf, tryOwnFiles } from './changelog-file.ts'

const sha = 'a'.repeat(40)

/** Files by their paths, whose root is told a few names at a time. */
function sourceOf(files: Record<string, string>, perPage = 100) {
  const asked: string[] = []
  const names = [...new Set(Object.keys(files).map((path) => path.replace(/\/.*/, '/')))]
  const source: FileSource = {
    async *rootPages() {
      for (let at = 0; at < names.length; at += perPage) {
        asked.push('root')
        yield names.slice(at, at + perPage)
      }
    },
    async readFile(_sha, path) {
      asked.push(path)
      return files[path] ?? null
    },
  }
  return { source, asked }
}

test.each([
  ['the usual name', { 'CHANGELOG.md': 'x', 'README.md': '' }, 'CHANGELOG.md'],
  ['another name', { 'src/a.ts': '', 'HISTORY.md': 'x' }, 'HISTORY.md'],
  ['the likelier of two', { 'NEWS.md': 'y', 'CHANGES.md': 'x' }, 'CHANGES.md'],
  ['one in a folder', { 'docs/a.md': '', 'docs/changelog.md': 'x' }, 'docs/changelog.md'],
  [
    'one beside a folder of its name',
    { 'CHANGELOG/1.md': '', 'docs/CHANGELOG.md': 'x' },
    'docs/CHANGELOG.md',
  ],
])('finds %s', async (_what, files, path) => {
  const { source } = sourceOf(files as unknown as Record<string, string>)
  expect((await findOwnFiles(source, sha)).changelog).toEqual({ path, text: 'x' })
})

test('finds what the project says of conventional types, and asks for it only where it is', async () => {
  const { source, asked } = sourceOf({ 'CHANGELOG.md': 'x', '.versionrc.json': '{}', 'README.md': '' })
  expect(await findOwnFiles(source, sha)).toEqual({
    changelog: { path: 'CHANGELOG.md', text: 'x' },
    typeConfig: { path: '.versionrc.json', text: '{}' },
  })
  expect(asked).toEqual(['root', '.versionrc.json', 'CHANGELOG.md'])
})

test('reads nothing where the root has nothing like it', async () => {
  const { source, asked } = sourceOf({ 'README.md': '', 'src/CHANGELOG.md': '' })
  expect(await findOwnFiles(source, sha)).toEqual({ changelog: null, typeConfig: null })
  expect(asked).toEqual(['root'])
})

test('stops listing a root without end, and tries the likeliest name', async () => {
  const many = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`f${index}`, '']))
  const { source, asked } = sourceOf({ ...many, 'CHANGELOG.md': 'x' })
  expect((await findOwnFiles(source, sha)).changelog).toEqual({ path: 'CHANGELOG.md', text: 'x' })
  expect(asked).toEqual([...Array(5).fill('root'), 'CHANGELOG.md'])
  expect((await findOwnFiles(sourceOf(many).source, sha)).changelog).toBeNull()
})

test('a long file is cut at a line, and one without lines at a byte', async () => {
  const line = `${'é'.repeat(50)}\n`
  const kept = startOf(Buffer.from(line.repeat(10_000)))
  expect(kept).toBe(line.repeat(Math.floor(512_000 / 101)))
  expect(startOf(Buffer.from('x'.repeat(600_000)))).toHaveLength(512_000)
  expect(startOf(Buffer.from('short'))).toBe('short')
  expect(startOf(Buffer.from('caf\xe9', 'latin1'))).toBe('café')
})

test('what is not kept is not waited for', async () => {
  let given = 0
  async function* endless() {
    for (;;) {
      given += 1
      yield Buffer.alloc(65_536, 'a line\n')
    }
  }
  expect((await readStart(endless())).length).toBeLessThanOrEqual(512_000)
  expect(given).toBe(8)
})

test('a fault is a warning; only who leaves, and a bug, end the request', async () => {
  const caller = new AbortController()
  const failing = () => Promise.reject(new Problem('host_unusable', 'It is broken. Mend it.'))
  expect(await tryOwnFiles(caller.signal, failing)).toEqual({
    changelog: null,
    typeConfig: null,
    warnings: [{ code: 'changelog-unread', detail: expect.stringContaining('It is broken. Mend it.') }],
  })
  await expect(tryOwnFiles(caller.signal, () => Promise.reject(new TypeError('bug')))).rejects.toThrow('bug')
  caller.abort(new Error('gone'))
  await expect(tryOwnFiles(caller.signal, failing)).rejects.toThrow('gone')
})
