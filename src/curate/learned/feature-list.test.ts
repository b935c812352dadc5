import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FeatureList, featureKind } from './feature-list.ts'
import { hashFeatureName } from './hash.ts'
import { RowIndex } from './row-index.ts'

test('the hash of a feature is the hash of its whole name', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (start, value) => {
      const features = new FeatureList()
      features.add(featureKind(start), value)
      expect(features.names()).toEqual([start + value])
      expect(features.hashes).toEqual([hashFeatureName(start + value)])
    }),
  )
})

test('a row index finds every hash in its row, and no other one', () => {
  const hashes = fc.uniqueArray(fc.integer({ min: 0, max: 0x7fffffff }), { maxLength: 200 })
  fc.assert(
    fc.property(hashes, hashes, (known, others) => {
      const ascending = Uint32Array.from(known).sort()
      const rows = new RowIndex(ascending)
      for (const hash of [...known, ...others]) expect(rows.get(hash)).toBe(ascending.indexOf(hash))
    }),
  )
})
