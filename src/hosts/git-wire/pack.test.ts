import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildRepository, git, makeFolder } from '../../../test/support/build-repository.ts'
import { Problem } from '../../core/errors.ts'
import { applyDelta } from './delta.ts'
import { inflateObject } from './inflate.ts'
import { readPack } from './pack.ts'
import { type EntryHeader, readEntryHeader } from './pack-entry.ts'

const repeatedText = 'A long text that is the same in each of these commits. '.repeat(12)
const repository = buildRepository(
  Array.from({ length: 60 }, (_, index) => `fix: step ${index}\n\n${repeatedText}${index}\n`),
)
git(repository, ['tag', '-a', '-m', repeatedText, 'v1', 'main'])

/** A pack of some objects as git writes it. */
function packOf(path: string, ids: string[], args: string[] = []): Buffer {
  const base = join(makeFolder(), 'made')
  const input = Buffer.from(`${ids.join('\n')}\n`)
  const name = git(path, ['pack-objects', '-q', '--window=50', '--depth=50', ...args, base], input).trim()
  return readFileSync(`${base}-${name}.pack`)
}

function idsOf(path: string, args = ['--all']): string[] {
  return git(path, ['rev-list', ...args])
    .trim()
    .split('\n')
    .map((line) => line.slice(0, 40))
}

const tagId = git(repository, ['rev-parse', 'v1']).trim()
const ids = [...idsOf(repository), tagId]
const withOffsets = packOf(repository, ids, ['--no-reuse-delta', '--delta-base-offset'])
const withNames = packOf(repository, ids, ['--no-reuse-delta'])

/** The entries of a pack without its head and its checksum. */
function entriesOf(pack: Buffer): { header: EntryHeader; bytes: Buffer }[] {
  const entries: { header: EntryHeader; bytes: Buffer }[] = []
  for (let offset = 12; offset < pack.length - 20; ) {
    const header = readEntryHeader(pack.subarray(offset, offset + 64), offset, 20)
    const { used } = inflateObject(pack.subarray(offset + header.length), header.size)
    entries.push({ header, bytes: pack.subarray(offset, offset + header.length + used) })
    offset += header.length + used
  }
  return entries
}

function joined(entries: Buffer[]): Buffer {
  const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
  head.writeUInt32BE(entries.length, 8)
  const bytes = Buffer.concat([head, ...entries])
  return Buffer.concat([bytes, createHash('sha1').update(bytes).digest()])
}

async function* inPieces(bytes: Buffer, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

async function idsIn(pack: Buffer, size = 1000): Promise<string[]> {
  const found: string[] = []
  for await (const item of readPack(inPieces(pack, size), 'sha1')) {
    found.push(item.kind === 'other' ? 'other' : item.id)
  }
  return found.sort()
}

describe('a pack', () => {
  test('with deltas by offset is read', async () => {
    const bases = entriesOf(withOffsets).map(({ header }) => typeof header.base)
    expect(bases.filter((type) => type === 'number').length).toBeGreaterThan(20)
    expect(await idsIn(withOffsets)).toEqual([...ids].sort())
  })

  test('with deltas by id is read, even if the bases come last', async () => {
    const entries = entriesOf(withNames)
    expect(entries.filter(({ header }) => typeof header.base === 'string').length).toBeGreaterThan(20)
    expect(await idsIn(withNames)).toEqual([...ids].sort())
    expect(await idsIn(joined(entries.map(({ bytes }) => bytes).reverse()))).toEqual([...ids].sort())
  })

  test('returns the bytes that git stores', async () => {
    for await (const item of readPack(inPieces(withOffsets, 4096), 'sha1')) {
      if (item.kind === 'tag') {
        expect(item.data.toString()).toBe(git(repository, ['cat-file', 'tag', tagId]))
      }
    }
  })

  test('without the base of a delta is an error', async () => {
    const deltas = entriesOf(withNames).filter(({ header }) => header.base !== null)
    await expect(idsIn(joined(deltas.map(({ bytes }) => bytes)))).rejects.toMatchObject({
      code: 'host_unusable',
    })
  })

  test('with trees and blobs, even large ones, yields its commits', async () => {
    const path = buildRepository(Array.from({ length: 20 }, (_, index) => `step ${index}\n\n${repeatedText}`))
    const files = [Buffer.alloc(9_000_000), randomBytes(700_000), randomBytes(300_000), Buffer.alloc(0)]
    for (const [index, bytes] of files.entries()) writeFileSync(join(path, `file-${index}`), bytes)
    git(path, ['add', 'file-0', 'file-1', 'file-2', 'file-3'])
    git(path, ['commit', '--quiet', '-m', 'Large'])
    const commits = idsOf(path)
    for (const args of [['--delta-base-offset'], []]) {
      const pack = packOf(path, idsOf(path, ['--all', '--objects']), args)
      for (const size of [100_000, 999]) {
        const found = await idsIn(pack, size)
        expect(found.filter((id) => id !== 'other')).toEqual([...commits].sort())
        expect(found).toContain('other')
      }
    }
  })

  test('is read in chunks of any size', async () => {
    const property = fc.asyncProperty(fc.integer({ min: 1, max: 5000 }), async (size) => {
      expect(await idsIn(withOffsets, size)).toEqual([...ids].sort())
    })
    await fc.assert(property, { numRuns: 30 })
  })

  test('with a wrong byte anywhere is an error', async () => {
    const property = fc.asyncProperty(
      fc.nat(withNames.length - 1),
      fc.integer({ min: 1, max: 255 }),
      async (index, change) => {
        const damaged = Buffer.from(withNames)
        damaged[index]! ^= change
        await expect(idsIn(damaged)).rejects.toBeInstanceOf(Problem)
      },
    )
    await fc.assert(property, { numRuns: 400 })
  })

  test('that ends too early is incomplete', async () => {
    const property = fc.asyncProperty(fc.nat(withOffsets.length - 1), async (length) => {
      await expect(idsIn(withOffsets.subarray(0, length))).rejects.toMatchObject({ code: 'host_incomplete' })
    })
    await fc.assert(property, { numRuns: 100 })
    await expect(idsIn(Buffer.concat([withOffsets, Buffer.from('x')]))).rejects.toMatchObject({
      code: 'host_unusable',
    })
  })
})

describe('a delta', () => {
  test.each([
    ['for another base', [9, 1, 1, 0x61]],
    ['that copies past the end', [3, 9, 0x91, 1, 9]],
    ['with a result that is too short', [3, 9, 1, 0x61]],
    ['with a result that is too long', [3, 1, 2, 0x61, 0x62]],
    ['with an unknown instruction', [3, 1, 0]],
    ['that is truncated', [3, 4, 4, 0x61]],
    ['of a huge result', [3, 0xff, 0xff, 0xff, 0xff, 0x7f]],
    ['without an end of its size', [0xff, 0xff]],
  ])('%s is an error', (_what, bytes) => {
    expect(() => applyDelta(Buffer.from('abc'), Buffer.from(bytes), 1000)).toThrow(Problem)
  })

  test('copies and inserts', () => {
    const delta = Buffer.from([3, 5, 0x91, 1, 2, 3, 0x78, 0x79, 0x7a])
    expect(applyDelta(Buffer.from('abc'), delta, 1000).toString()).toBe('bcxyz')
  })
})
