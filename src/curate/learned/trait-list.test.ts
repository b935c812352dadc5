import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashOf } from './hash.ts'
import { RowIndex } from './row-index.ts'
import { TraitList, traitKind } from './trait-list.ts'

test('a trait is known by its whole name, however it came together', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (start, value) => {
      const traits = new TraitList()
      traits.add(traitKind(start), value)
      expect(traits.names()).toEqual([start + value])
      expect(traits.hashes).toEqual([hashOf(start + value)])
    }),
  )
})

test('every trait of a model is found in its row, and no other one', () => {
  const hashes = fc.uniqueArray(fc.integer({ min: 0, max: 0x7fffffff }), { maxLength: 200 })
  fc.assert(
    fc.property(hashes, hashes, (known, asked) => {
      const rows = new RowIndex(known)
      for (const hash of [...known, ...asked]) {
        const row = known.indexOf(hash)
        expect(rows.get(hash)).toBe(row === -1 ? undefined : row)
      }
    }),
  )
})
