import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FeatureList, featureKind } from './feature-list.ts'
import { hashFeatureName } from './hash.ts'
import { RowIndex } from './row-index.ts'

test('a trait is known by its whole name, however it came together', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (start, value) => {
      const traits = new FeatureList()
      traits.add(featureKind(start), value)
      expect(traits.names()).toEqual([start + value])
      expect(traits.hashes).toEqual([hashFeatureName(start + value)])
    }),
  )
})

test('every trait of a model is found in its row, and no other one', () => {
  const hashes = fc.uniqueArray(fc.integer({ min: 0, max: 0x7fffffff }), { maxLength: 200 })
  fc.assert(
    fc.property(hashes, hashes, (known, asked) => {
      const ascending = Uint32Array.from(known).sort()
      const rows = new RowIndex(ascending)
      for (const hash of [...known, ...asked]) expect(rows.get(hash)).toBe(ascending.indexOf(hash))
    }),
  )
})
