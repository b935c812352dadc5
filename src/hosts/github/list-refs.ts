import { z } from 'zod'
import type { Listing, ListQuery, RefName } from '../../core/listing.ts'
import type { GithubContext } from './github-context.ts'
import { queryGraphql } from './graphql-client.ts'
import { listRefsDocument } from './queries.ts'
import { peel } from './ref-queries.ts'
import { type GitObject, gitObject } from './schemas.ts'

const connection = z.object({
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
  nodes: z.array(z.object({ name: z.string(), target: gitObject.nullish() })),
})
const response = z.object({ repository: z.object({ tags: connection, branches: connection }) })

/** Lists tags and branches whose names contain the query; GraphQL pages by cursor, so all pages before are read. */
export async function listRefs(context: GithubContext, listQuery: ListQuery): Promise<Listing<RefName>> {
  const [owner = '', name = ''] = context.repoFullName.split('/')
  let after: { tags: string | null; branches: string | null } = { tags: null, branches: null }
  for (let page = 1; ; page += 1) {
    const variables = { owner, name, query: listQuery.query, tags: after.tags, branches: after.branches }
    const result = await queryGraphql(context, { document: listRefsDocument, variables, schema: response })
    if (!('data' in result)) throw result.tooLarge
    const { tags, branches } = result.data.repository
    const hasMore = tags.pageInfo.hasNextPage || branches.pageInfo.hasNextPage
    if (page === listQuery.page) {
      const items = [...tags.nodes.flatMap(toRefName('tag')), ...branches.nodes.flatMap(toRefName('branch'))]
      return { items, nextPage: hasMore ? page + 1 : null }
    }
    if (!hasMore) return { items: [], nextPage: null }
    // A list that has ended keeps its cursor, and its pages are empty while the other list continues.
    after = {
      tags: tags.pageInfo.endCursor ?? after.tags,
      branches: branches.pageInfo.endCursor ?? after.branches,
    }
  }
}

function toRefName(kind: RefName['kind']) {
  return ({ name, target }: { name: string; target?: GitObject | null | undefined }): RefName[] => {
    const commit = peel(target ?? null)
    return commit ? [{ name, kind, sha: commit.sha, date: commit.day }] : []
  }
}
