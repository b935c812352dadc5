import { z } from 'zod'
import type { Access, Host } from '../../core/host.ts'
import type { Listing, ListQuery } from '../../core/listing.ts'
import { type GithubContext, type GithubOptions, openGithubContext, perPage } from './github-context.ts'
import { openGithubPublisher } from './publisher.ts'
import { GithubRepository } from './repository.ts'

/** GitHub and GitHub Enterprise: GraphQL first, then git's own protocol, then REST. */
export function githubHost(options: GithubOptions): Host {
  const open = (access: Access) => openGithubContext(options, access)
  return {
    name: options.name,
    kind: 'github',
    open: async (access) => new GithubRepository(open(access)),
    openPublisher: (access) => openGithubPublisher(open(access)),
    listRepositories: (query, access) =>
      listRepositories(open({ ...access, repoFullName: 'your repositories' }), query),
  }
}

const names = z.array(z.object({ full_name: z.string() }))
const installation = z.object({ repositories: names })

/** Lists the repositories that the token can see, the last pushed first. */
async function listRepositories(
  { rest, token }: GithubContext,
  { query, page }: ListQuery,
): Promise<Listing<string>> {
  const paging = `per_page=${perPage}&page=${page}`
  // The token of an App's installation belongs to no user.
  const value = token?.startsWith('ghs_')
    ? (await rest.get(`/installation/repositories?${paging}`, installation)).value.repositories
    : (await rest.get(`/user/repos?sort=pushed&${paging}`, names)).value
  const letters = query.toLowerCase()
  return {
    items: value.map((each) => each.full_name).filter((name) => name.toLowerCase().includes(letters)),
    nextPage: value.length === perPage ? page + 1 : null,
  }
}
