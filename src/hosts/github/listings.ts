import { z } from 'zod'
import type { Listing, ListQuery, RefName } from '../../core/listing.ts'
import { type End, end } from './answers.ts'
import { askGraphql } from './ask-graphql.ts'
import { askUser } from './ask-rest.ts'
import type { GithubContext } from './github-context.ts'
import { listRefsDocument } from './queries.ts'
import { peel } from './ref-words.ts'

const perPage = 100

/** The repositories that the token can see, those pushed to last first. */
export async function listRepositories(
  context: GithubContext,
  question: ListQuery,
): Promise<Listing<string>> {
  const path = `/user/repos?sort=pushed&per_page=${perPage}&page=${question.page}`
  const names = await askUser(context, { path, schema: z.array(z.object({ full_name: z.string() })) })
  const letters = question.query.toLowerCase()
  return {
    items: names.map((each) => each.full_name).filter((name) => name.toLowerCase().includes(letters)),
    nextPage: names.length === perPage ? question.page + 1 : null,
  }
}

const connection = z.object({
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
  nodes: z.array(z.object({ name: z.string(), target: end.nullish() })),
})
const answer = z.object({ repository: z.object({ tags: connection, branches: connection }) })

/** Tags and branches whose names contain some letters; pages are cursors here, so the ones before are walked. */
export async function listRefs(context: GithubContext, question: ListQuery): Promise<Listing<RefName>> {
  const [owner = '', name = ''] = context.repoFullName.split('/')
  let after: { tags: string | null; branches: string | null } = { tags: null, branches: null }
  for (let page = 1; ; page += 1) {
    const variables = { owner, name, query: question.query, tags: after.tags, branches: after.branches }
    const found = await askGraphql(context, { document: listRefsDocument, variables, schema: answer })
    if (!('data' in found)) throw found.smaller
    const { tags, branches } = found.data.repository
    const hasMore = tags.pageInfo.hasNextPage || branches.pageInfo.hasNextPage
    if (page === question.page) {
      const items = [...tags.nodes.flatMap(asRef('tag')), ...branches.nodes.flatMap(asRef('branch'))]
      return { items, nextPage: hasMore ? page + 1 : null }
    }
    if (!hasMore) return { items: [], nextPage: null }
    // After the last of one list its cursor stays, and gives an empty page while the other goes on.
    after = {
      tags: tags.pageInfo.endCursor ?? after.tags,
      branches: branches.pageInfo.endCursor ?? after.branches,
    }
  }
}

function asRef(kind: RefName['kind']) {
  return ({ name, target }: { name: string; target?: End | null | undefined }): RefName[] => {
    const commit = peel(target ?? null)
    return commit ? [{ name, kind, sha: commit.sha, date: commit.day }] : []
  }
}
