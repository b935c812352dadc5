import { z } from 'zod'
import type { Listing, ListQuery, RefName } from '../../core/listing.ts'
import { queryString } from '../../text/url.ts'
import { pageOfList } from '../host-defaults.ts'
import { numberInHeader, type RestClient, type RestResponse } from '../rest/rest-client.ts'
import { treeSchema } from './schemas.ts'

/** The largest page that Gitea returns, unless its operator configures another. */
export const perPage = 50
const treePerPage = 1000

/** A list that is read page by page. */
interface GiteaList<T> {
  client: RestClient
  path: string
  parameters?: Record<string, string | number>
  schema: z.ZodType<T>
}

/** Returns the total number of items; null if the server does not send it. */
export function totalIn(headers: Headers): number | null {
  return numberInHeader(headers, 'x-total-count', 'x-total')
}

/** Whether another page follows. */
export function hasMore(page: number, length: number, headers: Headers): boolean {
  const total = totalIn(headers)
  return length > 0 && (total === null || page * perPage < total)
}

/** Reads all pages; they may be smaller than requested, so only the total or an empty page ends the list. */
export async function* pages<T>({
  client,
  path,
  parameters = {},
  schema,
}: GiteaList<T>): AsyncGenerator<RestResponse<T[]>> {
  let number = 1
  let seen = 0
  const pathOf = () => path + queryString({ ...parameters, limit: perPage, page: number })
  const next = ({ value, headers }: RestResponse<T[]>) => {
    seen += value.length
    number += 1
    const total = totalIn(headers)
    return value.length > 0 && (total === null || seen < total) ? pathOf() : null
  }
  yield* client.pages(pathOf(), z.array(schema), next)
}

/** Reads the entries of a tree. */
export async function* treePages(
  client: RestClient,
  path: string,
): AsyncGenerator<z.infer<typeof treeSchema>> {
  let number = 1
  const pathOf = () => path + queryString({ per_page: treePerPage, page: number })
  const next = ({ value }: RestResponse<z.infer<typeof treeSchema>>) => {
    number += 1
    return value.truncated && value.tree.length > 0 ? pathOf() : null
  }
  for await (const { value } of client.pages(pathOf(), treeSchema, next)) yield value
}

/** Lists refs for a picker; Gitea cannot filter refs, so a query reads all names and filters them here. */
export async function listNames<T>(
  list: GiteaList<T>,
  toNames: (items: T[]) => RefName[],
  listQuery: ListQuery,
): Promise<Listing<RefName>> {
  const { client, path, schema } = list
  if (listQuery.query === '') {
    const parameters = queryString({ limit: perPage, page: listQuery.page })
    const { value, headers } = await client.get(path + parameters, z.array(schema))
    const nextPage = hasMore(listQuery.page, value.length, headers) ? listQuery.page + 1 : null
    return { items: toNames(value), nextPage }
  }
  const names: RefName[] = []
  for await (const { value } of pages(list)) names.push(...toNames(value))
  return pageOfList(names, listQuery)
}
