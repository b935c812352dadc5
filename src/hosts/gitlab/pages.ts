import { z } from 'zod'
import { queryString } from '../../text/url.ts'
import { numberInHeader, type RestClient, type RestResponse } from '../rest/rest-client.ts'

/** The largest page that GitLab returns. */
export const perPage = 100

/** A list that is read page by page. */
interface GitlabList<T> {
  client: RestClient
  path: string
  parameters: Record<string, string | number>
  schema: z.ZodType<T>
}

/** Reads pages by number: the URLs in GitLab's own links may differ from the configured API URL. */
export async function* pages<T>({ client, path, parameters, schema }: GitlabList<T>): AsyncGenerator<T[]> {
  let number = 1
  const pathOf = (page: number) => path + queryString({ ...parameters, per_page: perPage, page })
  const next = ({ value, headers }: RestResponse<T[]>) => {
    const nextNumber = numberInHeader(headers, 'x-next-page')
    // The header is empty on the last page, and missing behind a proxy that removes it.
    if (nextNumber === null && (headers.has('x-next-page') || value.length < perPage)) return null
    number = nextNumber ?? number + 1
    return pathOf(number)
  }
  for await (const { value } of client.pages(pathOf(1), z.array(schema), next)) yield value
}
