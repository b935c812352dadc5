import { describe, expect, test } from 'vitest'
import type { Category } from '../core/category.ts'
import type { Change } from '../core/change.ts'
import { createDraftChecker } from './draft-checker.ts'

function change(id: string, more: Partial<Change> = {}): Change {
  return {
    ...{ id, title: `search understands quotes ${id}`, type: null, scope: 'search', category: 'Added' },
    ...{
      breaking: false,
      breakingNotes: [],
      advisories: [],
      notability: 0.5,
      importance: 0,
      commits: [id],
      messages: [],
    },
    ...{ pullRequests: [], authors: [], labels: [], sources: [], requestBodies: [], paths: [], evidence: [] },
    ...more,
  }
}

const text = 'Search understands quotes'

/** The faults of an entry that cites all of these changes. */
function faultsOf(changes: Change[], category: Category = 'Added', entryText = text): string[] {
  const { check } = createDraftChecker(changes, { language: 'en', instructions: null }, [])
  const changeIds = changes.map(({ id }) => id)
  return check({ changeIds, category, text: entryText, writtenBy: 'model', exclusionReason: null })
}

describe('an entry of several changes', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => change(`c${index}`))

  test('combines at most six', () => {
    expect(faultsOf(many(6))).toEqual([])
    expect(faultsOf(many(7))).toEqual(['it combines 7 changes; combine at most 6'])
  })

  test('does not hide a breaking change among others', () => {
    const breaking = change('b', { breaking: true })
    expect(faultsOf([change('a'), breaking])).toEqual([
      'it combines a breaking change with one that is not breaking; write an entry for each',
    ])
    expect(faultsOf([breaking, change('c', { breaking: true })])).toEqual([])
  })

  test('combines only changes with a common scope or word', () => {
    const login = { scope: 'login', title: 'remember the browser' }
    expect(faultsOf([change('a'), change('b', login)])).toContain(
      'it combines changes that have neither a scope nor a word of the title in common; write an entry for each',
    )
    expect(faultsOf([change('a'), change('b', { ...login, title: 'quotes in passwords' })])).toEqual([])
  })
})

describe('the category of an entry', () => {
  const secure = change('s', { category: 'Security' })

  test('must not be changed for a must-include category', () => {
    expect(faultsOf([secure], 'Fixed')).toEqual(['its category must stay Security'])
    expect(faultsOf([secure], 'Security')).toEqual([])
  })

  test('must not become a must-include category, alone or in a combination', () => {
    const wrong = ['its category cannot be Security, because the evidence does not support it']
    expect(faultsOf([change('a')], 'Security')).toEqual(wrong)
    expect(faultsOf([secure, change('a')], 'Security')).toEqual(wrong)
  })

  test.each([
    [
      'Removed',
      { title: 'Stop shipping the legacy build', messages: [{ subject: 'x', body: 'Drops ES5.' }] },
    ],
    ['Removed', { ownText: 'Removed the `legacy` flag' }],
    [
      'Deprecated',
      { title: 'Warn about `--old`', messages: [{ subject: 'x', body: 'It will be removed.' }] },
    ],
    ['Security', { title: 'Escape names', messages: [{ subject: 'x', body: 'See CVE-2026-31337.' }] }],
  ] as const)('can become %s if the authors say so', (category, words) => {
    expect(faultsOf([{ ...change('a'), ...words } as Change], category)).toEqual([])
  })

  test('can be either Removed or Deprecated if the authors say both', () => {
    const both = { ...change('a'), category: 'Removed', title: 'Remove what was deprecated' } as Change
    expect(faultsOf([both], 'Deprecated')).toEqual([])
    expect(faultsOf([both], 'Changed')).toEqual(['its category must stay Removed'])
  })

  test('is not decided by the notes of an updated dependency', () => {
    const messages = [{ subject: 'Bump undici from 6.1.0 to 6.2.0', body: 'Fixes CVE-2026-1. Removes x.' }]
    const update = { ...change('a'), title: 'Bump undici from 6.1.0 to 6.2.0', messages } as Change
    expect(faultsOf([update], 'Removed')).toHaveLength(1)
  })
})

describe('the text of an entry', () => {
  test('shares a word with its change, in any form', () => {
    expect(faultsOf([change('a')], 'Added', 'Quoted words are understood by searching')).toEqual([])
  })

  test('must not be about another change', () => {
    expect(faultsOf([change('a')], 'Added', 'Exports keep their columns')).toEqual([
      'it has no word in common with its change; use the terms of the evidence',
    ])
  })
})
