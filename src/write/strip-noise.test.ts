import { expect, test } from 'vitest'
import { stripNoise } from './strip-noise.ts'

test.each([
  ['an issue in brackets', 'Add x (#12)', 'Add x'],
  ['a closing word in brackets', 'Add x (fixes #12)', 'Add x'],
  ['square brackets', 'Add x [#12]', 'Add x'],
  ['a closing word at the end', 'Add x, closes #12', 'Add x'],
  ['several references', 'Add x (#12, #13 and #14)', 'Add x'],
  ['several references after each other', 'Add x (#12), fixes #13 (#14)', 'Add x'],
  ['a reference to elsewhere', 'Add x (acme/tool#12)', 'Add x'],
  ['a GitLab reference', 'Add x !12', 'Add x'],
  ['an old reference', 'Add x GH-12', 'Add x'],
  ['a number of a tracker without a sign', 'Add x (bug 2051221) (#12)', 'Add x'],
  ['a follow-up in brackets', 'Add x (PR 21247 follow-up)', 'Add x'],
  ['a bare number', 'Add x #12', 'Add x'],
  ['an escaped reference in front', '\\#6455, correctly add x', 'correctly add x'],
  ['a closing reference in front', '[Fix #12] Add x', 'Add x'],
  ['a reference in brackets in front', '(#12) Add x', 'Add x'],
  ['a reference and a dash in front', 'Fixes #12 - Add x', 'Add x'],
  ['a ticket and a dash', '[ABC-10981] - Add x', 'Add x'],
  ['a ticket at the end', 'Add x [ABC-123]', 'Add x'],
  ['a ticket without brackets at the end', 'Add x ABC-123', 'Add x'],
  ['an emoji at the end', 'Add x 🎉', 'Add x'],
  ['several references in brackets', 'Add x (#12) (#13)', 'Add x'],
  ['a back-port in front', 'Backport PR #7437 to 3-0-stable - add x', 'add x'],
  ['the version of a patch', 'vim-patch:9.2.0276: add x', 'add x'],
  ['a mark of a back-port', 'Add x [backport 2026.1]', 'Add x'],
  ['a branch', 'Add x (main)', 'Add x'],
  ['another attempt', 'Add x (take 2)', 'Add x'],
  ['a second version', 'Add x (v2)', 'Add x'],
  ['the origin of a cherry-pick', 'Add x (cherry picked from commit 0123abc)', 'Add x'],
  ['a trailer', 'Add x Signed-off-by: Ada <ada@example.org>', 'Add x'],
  ['thanks', 'Add x, thanks @ada', 'Add x'],
  ['names in brackets', 'Add x (@ada and @ben)', 'Add x'],
  ['a ticket in brackets', '[ABC-123] Add x', 'Add x'],
  ['a ticket and a colon', 'ABC-123: Add x', 'Add x'],
  ['a skip mark', 'Add x [skip ci]', 'Add x'],
  ['a mark in the middle', 'patch 12: [security]: x', 'patch 12: x'],
  ['an emoji code', ':bug: Add x :tada:', 'Add x'],
  ['a full stop', 'Add x.', 'Add x'],
  ['spaces', '  Add   x ', 'Add x'],
  ['the tail inside a quoted revert', 'Revert "feat(api): add x (#12)"', 'Revert "add x"'],
])('%s is removed', (_what, title, clean) => {
  expect(stripNoise(title)).toBe(clean)
})

test.each([
  'Add x to #12 of the list',
  'UTF-8 is the default',
  'CVE-2026-12345: reject long names',
  'Wait…',
  'And so on...',
  'Support std::vector::iterator',
  'Keep a:b:c apart',
  'Support the protocol (v2)',
  'Fix a leak (GHSA-1)',
  'Support PEP-440 (PEP-440)',
  '🎉',
  '#12',
  'C# 12',
  'Fix #12',
  'Fix issue #12',
  'Follow-up to #12 and #13',
  'Avoid the crash introduced by PR #12',
])('%j is not changed', (title) => {
  expect(stripNoise(title)).toBe(title)
})

test.each(['(#1) ', '#1, ', 'fixes #1 ', ':a: ', '[skip ci]', 'A-1: ', '. ', 'Revert "'])(
  '64 kB of %j are handled',
  (piece) => {
    expect(stripNoise(`Add x ${piece.repeat(Math.ceil(65_536 / piece.length))}`)).toMatch(/^Add x/)
  },
)
