import { expect, test } from 'vitest'
import { Problem } from '../core/errors.ts'
import {
  decodeStart,
  type FileSource,
  findProjectFiles,
  readStart,
  tryProjectFiles,
} from './project-files.ts'

const sha = 'a'.repeat(40)

/** Files by path, and a root folder that is listed page by page. */
function sourceOf(files: Record<string, string>, perPage = 100) {
  const reads: string[] = []
  const names = [...new Set(Object.keys(files).map((path) => path.replace(/\/.*/, '/')))]
  const source: FileSource = {
    async *rootPages() {
      for (let at = 0; at < names.length; at += perPage) {
        reads.push('root')
        yield names.slice(at, at + perPage)
      }
    },
    async readFile(_sha, path) {
      reads.push(path)
      return files[path] ?? null
    },
  }
  return { source, reads }
}

test.each([
  ['the usual name', { 'CHANGELOG.md': 'x', 'README.md': '' }, 'CHANGELOG.md'],
  ['another name', { 'src/a.ts': '', 'HISTORY.md': 'x' }, 'HISTORY.md'],
  ['the more common of two names', { 'NEWS.md': 'y', 'CHANGES.md': 'x' }, 'CHANGES.md'],
  ['one in a folder', { 'docs/a.md': '', 'docs/changelog.md': 'x' }, 'docs/changelog.md'],
  [
    'one beside a folder with that name',
    { 'CHANGELOG/1.md': '', 'docs/CHANGELOG.md': 'x' },
    'docs/CHANGELOG.md',
  ],
])('finds %s', async (_what, files, path) => {
  const { source } = sourceOf(files as unknown as Record<string, string>)
  expect((await findProjectFiles(source, sha)).changelog).toEqual({ path, text: 'x' })
})

test('finds the type configuration, and reads only files that exist', async () => {
  const { source, reads } = sourceOf({ 'CHANGELOG.md': 'x', '.versionrc.json': '{}', 'README.md': '' })
  expect(await findProjectFiles(source, sha)).toEqual({
    changelog: { path: 'CHANGELOG.md', text: 'x' },
    typeConfig: { path: '.versionrc.json', text: '{}' },
    configFiles: [],
  })
  expect(reads).toEqual(['root', '.versionrc.json', 'CHANGELOG.md'])
})

test('reads nothing if the root has no such file', async () => {
  const { source, reads } = sourceOf({ 'README.md': '', 'src/CHANGELOG.md': '' })
  expect(await findProjectFiles(source, sha)).toEqual({
    changelog: null,
    typeConfig: null,
    configFiles: [],
  })
  expect(reads).toEqual(['root'])
})

test('finds all configuration files of Notewright, the first of them first', async () => {
  const { source, reads } = sourceOf({ '.github/notewright.yml': 'b', 'notewright.yml': 'a' })
  expect((await findProjectFiles(source, sha)).configFiles).toEqual([
    { path: 'notewright.yml', text: 'a' },
    { path: '.github/notewright.yml', text: 'b' },
  ])
  expect(reads).toEqual(['root', 'notewright.yml', '.github/notewright.yml'])
})

test('stops listing a very large root, and tries the most common name', async () => {
  const many = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`f${index}`, '']))
  const { source, reads } = sourceOf({ ...many, 'CHANGELOG.md': 'x' })
  expect((await findProjectFiles(source, sha)).changelog).toEqual({ path: 'CHANGELOG.md', text: 'x' })
  expect(reads).toEqual([...Array(5).fill('root'), 'CHANGELOG.md'])
  expect((await findProjectFiles(sourceOf(many).source, sha)).changelog).toBeNull()
})

test('a long file is cut after a line, and one without lines after a byte', async () => {
  const line = `${'é'.repeat(50)}\n`
  const text = decodeStart(Buffer.from(line.repeat(10_000)))
  expect(text).toBe(line.repeat(Math.floor(512_000 / 101)))
  expect(decodeStart(Buffer.from('x'.repeat(600_000)))).toHaveLength(512_000)
  expect(decodeStart(Buffer.from('short'))).toBe('short')
  expect(decodeStart(Buffer.from('caf\xe9', 'latin1'))).toBe('café')
})

test('the rest of a long file is not read', async () => {
  let chunks = 0
  async function* endless() {
    for (;;) {
      chunks += 1
      yield Buffer.alloc(65_536, 'a line\n')
    }
  }
  expect((await readStart(endless())).length).toBeLessThanOrEqual(512_000)
  expect(chunks).toBe(8)
})

test('a failure is a warning; an abort or a bug ends the request', async () => {
  const caller = new AbortController()
  const failing = () => Promise.reject(new Problem('host_unusable', 'It is broken. Fix it.'))
  expect(await tryProjectFiles(caller.signal, failing)).toEqual({
    changelog: null,
    typeConfig: null,
    configFiles: [],
    warnings: [
      {
        code: 'changelog-unread',
        detail: expect.stringMatching(/configuration file \(notewright\.yml\).* It is broken\. Fix it\.$/),
      },
    ],
  })
  await expect(tryProjectFiles(caller.signal, () => Promise.reject(new TypeError('bug')))).rejects.toThrow(
    'bug',
  )
  caller.abort(new Error('gone'))
  await expect(tryProjectFiles(caller.signal, failing)).rejects.toThrow('gone')
})
