import { expect, test } from 'vitest'
import { parseSample, sampleHistory } from '../../../test/support/sample-history.ts'
import { groupIntoUnits } from '../group/group-into-units.ts'
import { shippedModel } from '../learned/model.ts'
import { predictUnits } from '../learned/predict-units.ts'
import { categorise } from './categorise.ts'
import { findExclusion } from './exclusion-rules.ts'
import { findMustInclude } from './must-include.ts'

test.each([
  ['feat: retries', 'Added'],
  ['Add retries', 'Added'],
  ['feat: improve retries', 'Changed'],
  ['perf: cache the index', 'Changed'],
  ['Avoid allocations in the parser', 'Changed'],
  ['Skip the index for short queries\n\n- 70 characters: 145ns -> 42ns', 'Changed'],
  ['Prevent needless copies of long lines\n\nReading is 37% faster.', 'Changed'],
  ['Avoid a crash on the fast path', 'Fixed'],
  ['Fix slow queries\n\nThey are 2.5x faster.', 'Fixed'],
  ["Erase 'p' on exit\n\nFix #12", 'Fixed'],
  ['Full-text search\n\nCloses #12', 'Changed'],
  ['refactor: split the parser', 'Changed'],
  ['Update the parser', 'Changed'],
  ['Full-text search', 'Changed'],
  ['Tabs can now be dragged', 'Added'],
  ['', 'Changed'],
  ['deprecate: the flag', 'Deprecated'],
  ['feat: deprecate the flag', 'Deprecated'],
  ['feat: remove the flag', 'Removed'],
  ['Remove the deprecated flag', 'Removed'],
  ['Get rid of the old option', 'Removed'],
  ['ABC-123 Add retries', 'Added'],
  ['fix: retries', 'Fixed'],
  ['fix: add a missing retry', 'Fixed'],
  ['Handle empty files', 'Fixed'],
  ['Crash on empty files', 'Fixed'],
  ['Memory leak in the cache', 'Fixed'],
  ['fix: XSS in comments', 'Security'],
  ['Remove the flag, CVE-2026-12345', 'Security'],
  ['security: anything', 'Security'],
  ['Revert "Add retries"', 'Changed'],
  ['Remove dead code around the resizing of tables', 'Changed'],
  ['Remove the XML exporter', 'Removed'],
])('%j is categorised as %s', (message, category) => {
  const [unit] = groupIntoUnits(parseSample(sampleHistory(message)), new Map())
  const rules = {
    unit: unit!,
    mustInclude: findMustInclude(unit!),
    noOp: null,
    exclusion: findExclusion(unit!),
  }
  const [found] = predictUnits([unit!], () => rules, { model: shippedModel, style: null })
  const decided = categorise(unit!, { ...found!, override: null })
  expect(decided.category).toBe(category)
  expect(decided.evidence.detail).not.toBe('')
})
