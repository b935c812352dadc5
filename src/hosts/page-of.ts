import type { Listing, ListQuery } from '../core/listing.ts'

const pageSize = 50

/** A page of a list that is known as a whole: what contains the asked letters, fifty at a time. */
export function pageOf<Item extends string | { name: string }>(
  items: Item[],
  { query, page }: ListQuery,
): Listing<Item> {
  const letters = query.toLowerCase()
  const found = items.filter((item) =>
    (typeof item === 'string' ? item : item.name).toLowerCase().includes(letters),
  )
  const end = page * pageSize
  return { items: found.slice(end - pageSize, end), nextPage: end < found.length ? page + 1 : null }
}
