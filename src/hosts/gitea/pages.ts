import { z } from 'zod'
import type { Listing, ListQuery, RefName } from '../../core/listing.ts'
import { query } from '../address.ts'
import { pageOf } from '../page-of.ts'
import { type Answered, numberIn, type RestClient } from '../rest/rest-client.ts'
import { treeSchema } from './answers.ts'

/** What a Gitea gives at most in a page, unless its operator says otherwise. */
export const perPage = 50
const treePerPage = 1000

/** A list that is read page by page. */
interface List<T> {
  line: RestClient
  path: string
  parameters?: Record<string, string | number>
  schema: z.ZodType<T>
}

/** How many there are in all, by a header; null when the server does not say. */
export function totalIn(headers: Headers): number | null {
  return numberIn(headers, 'x-total-count', 'x-total')
}

/** Whether a picker's page is followed by another. */
export function hasMore(page: number, length: number, headers: Headers): boolean {
  const total = totalIn(headers)
  return length > 0 && (total === null || page * perPage < total)
}

/** A server may give smaller pages than asked for: only its count, or an empty page, ends the list. */
export async function* pages<T>({
  line,
  path,
  parameters = {},
  schema,
}: List<T>): AsyncGenerator<Answered<T[]>> {
  let number = 1
  let seen = 0
  const pathOf = () => path + query({ ...parameters, limit: perPage, page: number })
  const next = ({ value, headers }: Answered<T[]>) => {
    seen += value.length
    number += 1
    const total = totalIn(headers)
    return value.length > 0 && (total === null || seen < total) ? pathOf() : null
  }
  yield* line.pages(pathOf(), z.array(schema), next)
}

/** The entries of a tree. */
export async function* treePages(line: RestClient, path: string): AsyncGenerator<z.infer<typeof treeSchema>> {
  let number = 1
  const pathOf = () => path + query({ per_page: treePerPage, page: number })
  const next = ({ value }: Answered<z.infer<typeof treeSchema>>) => {
    number += 1
    return value.truncated && value.tree.length > 0 ? pathOf() : null
  }
  for await (const { value } of line.pages(pathOf(), treeSchema, next)) yield value
}

/** Gitea does not search for letters in refs: with some, all names are read and looked through here. */
export async function listNames<T>(
  list: List<T>,
  asNames: (items: T[]) => RefName[],
  question: ListQuery,
): Promise<Listing<RefName>> {
  const { line, path, schema } = list
  if (question.query === '') {
    const words = query({ limit: perPage, page: question.page })
    const { value, headers } = await line.get(path + words, z.array(schema))
    const nextPage = hasMore(question.page, value.length, headers) ? question.page + 1 : null
    return { items: asNames(value), nextPage }
  }
  const names: RefName[] = []
  for await (const { value } of pages(list)) names.push(...asNames(value))
  return pageOf(names, question)
}
