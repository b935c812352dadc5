import { describe, expect, test } from 'vitest'
import type { Category } from '../core/category.ts'
import type { Change } from '../core/change.ts'
import { createDraftChecker } from './draft-checker.ts'

function change(id: string, more: Partial<Change> = {}): Change {
  return {
    ...{ id, title: `search understands quotes ${id}`, type: null, scope: 'search', category: 'Added' },
    ...{ breaking: false, breakingNotes: [], advisories: [], notability: 0.5, commits: [id], messages: [] },
    ...{ pullRequests: [], authors: [], labels: [], sources: [], requestBodies: [], paths: [], evidence: [] },
    ...more,
  }
}

const text = 'Search understands quotes'

/** The faults of an entry that tells all of these changes. */
function faultsOf(changes: Change[], category: Category = 'Added', words = text): string[] {
  const { check } = createDraftChecker(changes, { language: 'en', instructions: null }, [])
  const changeIds = changes.map(({ id }) => id)
  return check({ changeIds, category, text: words, writtenBy: 'model', leftOut: null })
}

describe('an entry of several changes', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => change(`c${index}`))

  test('may tell six, and no more', () => {
    expect(faultsOf(many(6))).toEqual([])
    expect(faultsOf(many(7))).toEqual(['it puts 7 changes into one, the most is 6'])
  })

  test('does not hide one that breaks among others', () => {
    const breaking = change('b', { breaking: true })
    expect(faultsOf([change('a'), breaking])).toEqual([
      'it puts a breaking change together with one that is not',
    ])
    expect(faultsOf([breaking, change('c', { breaking: true })])).toEqual([])
  })

  test('tells what has a place or a name in common', () => {
    const login = { scope: 'login', title: 'remember the browser' }
    expect(faultsOf([change('a'), change('b', login)])).toContain(
      'it puts changes together that have neither a place nor a name in common',
    )
    expect(faultsOf([change('a'), change('b', { ...login, title: 'quotes in passwords' })])).toEqual([])
  })
})

describe('the category of an entry', () => {
  const secure = change('s', { category: 'Security' })

  test('stays where something must not be missed', () => {
    expect(faultsOf([secure], 'Fixed')).toEqual(['its category must stay Security'])
    expect(faultsOf([secure], 'Security')).toEqual([])
  })

  test('is not one of those for what does not belong there, alone or beside another', () => {
    const wrong = ['its category cannot be Security: the evidence does not say so']
    expect(faultsOf([change('a')], 'Security')).toEqual(wrong)
    expect(faultsOf([secure, change('a')], 'Security')).toEqual(wrong)
  })
})

describe('the words of an entry', () => {
  test('are about its change, in whatever form they stand', () => {
    expect(faultsOf([change('a')], 'Added', 'Quoted words are understood by searching')).toEqual([])
  })

  test('are not those of another change', () => {
    expect(faultsOf([change('a')], 'Added', 'Exports keep their columns')).toEqual([
      'it has no word in common with its change: call things what the evidence calls them',
    ])
  })
})
