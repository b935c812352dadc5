import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { configJsonSchema } from './json-schema.ts'

interface Schema {
  type?: string
  description?: string
  additionalProperties?: unknown
  properties?: Record<string, Schema>
  anyOf?: Schema[]
  items?: Schema
}

test('the published schema is current; `npm run build` writes it', () => {
  const file = join(import.meta.dirname, '../../../schema/notewright.json')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(configJsonSchema())
})

test('every key is described and no object has other keys', () => {
  const faults: string[] = []
  const visit = (schema: Schema, place: string) => {
    if (schema.properties && schema.additionalProperties !== false) faults.push(`${place} is open`)
    for (const [key, each] of Object.entries(schema.properties ?? {})) {
      if (!each.description) faults.push(`${place}.${key} has no description`)
      visit(each, `${place}.${key}`)
    }
    for (const each of [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]) visit(each, place)
  }
  visit(configJsonSchema() as Schema, '')
  expect(faults).toEqual([])
})
