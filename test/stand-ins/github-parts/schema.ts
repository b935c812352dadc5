import { schema } from '@octokit/graphql-schema'
import { buildSchema } from 'graphql'

/** GitHub's published schema; it repeats a field, so it is not checked itself. */
export const githubSchema = buildSchema(schema.idl, { assumeValidSDL: true })
