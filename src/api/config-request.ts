import { z } from 'zod'
import { parseRequest } from './parse-request.ts'

/** The schema of a request to check a configuration file. */
export const configRequestSchema = z.object({
  // A file that is too long is an error of the file, which its answer describes.
  text: z.string().max(262_144).describe('The text of the file.'),
  path: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[^\p{Cc}]+$/u, 'must be one line')
    .default('notewright.yml')
    .describe('The path of the file; one that ends with .json is read as strict JSON.'),
})

/** Parses a request to check a configuration file. */
export function parseConfigRequest(body: unknown): z.infer<typeof configRequestSchema> {
  return parseRequest(configRequestSchema, body)
}
