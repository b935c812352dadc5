import { parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { githubSchema } from '../../../test/stand-ins/github-parts/schema.ts'
import { detailsDocument, listRefsDocument, lookUpDocument } from './queries.ts'

const sha = 'a'.repeat(40)

test.each([
  ['of HEAD', lookUpDocument({ refs: [], expressions: [], page: 'default-branch', pulls: true })],
  [
    'of HEAD~50',
    lookUpDocument({
      refs: [],
      expressions: ['refs/heads/main~50', 'HEAD~50'],
      page: 'default-branch',
      pulls: true,
    }),
  ],
  [
    'without pull requests',
    lookUpDocument({ refs: [], expressions: [], page: 'default-branch', pulls: false }),
  ],
  [
    'of tags',
    lookUpDocument({
      refs: ['refs/tags/v1', 'refs/heads/v1'],
      expressions: ['v1'],
      page: { expression: 'v1~0' },
      pulls: true,
    }),
  ],
  ['numbers', detailsDocument([{ kind: 'number', number: 7 }], 'acme/tool')],
  ['commits', detailsDocument([{ kind: 'commit', sha }], 'acme/tool')],
  ['people', detailsDocument([{ kind: 'person', sha }], 'acme/tool')],
  [
    'searches',
    detailsDocument([{ kind: 'earlier', login: 'ada', before: '2026-01-01T00:00:00Z' }], 'acme/tool'),
  ],
  [
    'everything at once',
    detailsDocument(
      [
        { kind: 'number', number: 7 },
        { kind: 'number', number: 8 },
        { kind: 'commit', sha },
        { kind: 'person', sha },
        { kind: 'earlier', login: 'ada', before: '2026-01-01T00:00:00Z' },
      ],
      'acme/tool',
    ),
  ],
  ['lists of refs', listRefsDocument],
])("the query for %s is valid by GitHub's schema", (_name, document) => {
  expect(validate(githubSchema, parse(document)).map((error) => error.message)).toEqual([])
})
