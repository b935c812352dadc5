import { z } from 'zod'
import { repositoryConfigSchema } from './schema.ts'

/** Where the JSON Schema of the configuration file is published. */
const schemaAddress = 'https://raw.githubusercontent.com/notewright/notewright/main/schema/notewright.json'

/** Returns the JSON Schema (2020-12) of the configuration file, which editors use for completion. */
export function configJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(repositoryConfigSchema, {
    target: 'draft-2020-12',
    io: 'input',
  })
  return { $schema, $id: schemaAddress, ...schema }
}
