import { z } from 'zod'
import { query } from '../address.ts'
import { type Answered, numberIn, type RestClient } from '../rest/rest-client.ts'

/** What GitLab gives at most in a page. */
export const perPage = 100

/** A list that is read page by page. */
interface List<T> {
  line: RestClient
  path: string
  parameters: Record<string, string | number>
  schema: z.ZodType<T>
}

/** Pages by their number: the addresses in GitLab's own links need not be the ones it is configured with here. */
export async function* pages<T>({ line, path, parameters, schema }: List<T>): AsyncGenerator<T[]> {
  let number = 1
  const pathOf = (page: number) => path + query({ ...parameters, per_page: perPage, page })
  const next = ({ value, headers }: Answered<T[]>) => {
    const told = numberIn(headers, 'x-next-page')
    // Empty on the last page; missing altogether behind a proxy that drops it.
    if (told === null && (headers.has('x-next-page') || value.length < perPage)) return null
    number = told ?? number + 1
    return pathOf(number)
  }
  for await (const { value } of line.pages(pathOf(1), z.array(schema), next)) yield value
}
