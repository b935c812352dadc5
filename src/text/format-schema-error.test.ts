import { expect, test } from 'vitest'
import { z } from 'zod'
import { formatSchemaError } from './format-schema-error.ts'

test.each([
  ['a number for a string', z.string(), 7, 'must be a string, not a number'],
  ['nothing for a string', z.string(), undefined, 'must be a string, and is missing'],
  ['null for a string', z.string(), null, 'must be a string, not null'],
  ['a string for a list', z.array(z.string()), 'packages', 'must be a list, not a string'],
  ['a string for a switch', z.boolean(), 'yes', 'must be true or false, not a string'],
  ['a list for an object', z.object({}), [], 'must be an object, not a list'],
  ['an unknown choice', z.enum(['auto', 'rules']), 'robot', 'must be one of "auto", "rules"'],
  ['a long text', z.string().max(2000), 'x'.repeat(2001), 'must be at most 2,000 characters long'],
  ['a long list', z.array(z.string()).max(2), ['a', 'b', 'c'], 'must be at most 2 items long'],
  ['an empty text', z.string().min(1), '', 'must not be empty'],
  ['a short text', z.string().min(16), 'short', 'must be at least 16 characters long'],
  ['a large number', z.number().max(65535), 65536, 'must be at most 65,535'],
  ['a small number', z.number().min(1), 0, 'must be at least 1'],
  ['no URL', z.url(), 'nowhere', 'must be a URL such as https://git.example.org'],
  ['a rule with its own message', z.string().regex(/^a/, 'must begin with a'), 'b', 'must begin with a'],
  ['a limit with its own message', z.string().max(1, 'must be short'), 'bb', 'must be short'],
])('%s is described in plain English', (_name, schema, value, text) => {
  const read = (schema as z.ZodType).safeParse(value)
  expect(read.error?.issues.map(formatSchemaError)).toEqual([text])
})
