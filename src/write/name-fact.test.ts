import { expect, test } from 'vitest'
import type { DiffFact, FactKind } from '../core/diff-fact.ts'
import { nameFact } from './name-fact.ts'

const fact = (kind: FactKind, name: string, action: DiffFact['action'] = 'added'): DiffFact => ({
  kind,
  name,
  action,
  path: 'src/cli.ts',
})

test.each([
  ['Add a command to clear the cache', [fact('flag', '--clear-cache')], 'Add `--clear-cache`'],
  [
    'Add an option to skip hidden files when searching',
    [fact('flag', '--skip-hidden')],
    'Add the `--skip-hidden` option to skip hidden files when searching',
  ],
  [
    'Add a new flag for sorting results by date',
    [fact('flag', '--sort-results'), fact('export', 'sortResults')],
    'Add the `--sort-results` flag for sorting results by date',
  ],
  [
    'Add an environment variable to disable colors',
    [fact('environment', 'WIDGET_DISABLE_COLORS')],
    'Add an environment variable to disable colors',
  ],
  [
    'Add an environment variable to disable colors in widget output',
    [fact('environment', 'WIDGET_DISABLE_COLORS')],
    'Add the `WIDGET_DISABLE_COLORS` environment variable to disable colors in widget output',
  ],
  ['Remove the deprecated flag', [fact('flag', '--old', 'removed')], 'Remove the deprecated `--old` flag'],
  ['Add a metric for open connections', [fact('metric', 'open_connections')], 'Add `open_connections`'],
])('%s', (title, facts, expected) => {
  expect(nameFact(title, facts)).toBe(expected)
})

test.each([
  ['two facts fit', 'Add an option to clear the cache', [fact('flag', '--clear'), fact('flag', '--cache')]],
  ['the name is about something else', 'Add an option to clear the cache', [fact('flag', '--verbose')]],
  ['the title has a name', 'Add a `--purge` flag to clear the cache', [fact('flag', '--clear-cache')]],
  ['the fact is of another kind', 'Add a metric to clear the cache', [fact('flag', '--clear-cache')]],
  ['it was removed', 'Add an option to clear the cache', [fact('flag', '--clear-cache', 'removed')]],
  ['the title has another verb', 'Fix an option to clear the cache', [fact('flag', '--clear-cache')]],
  ['a removal is about something else', 'Remove the option to sort', [fact('flag', '--old', 'removed')]],
  ['there is none', 'Add an option to clear the cache', []],
])('the title stays as it is if %s', (_why, title, facts) => {
  expect(nameFact(title, facts)).toBe(title)
})
