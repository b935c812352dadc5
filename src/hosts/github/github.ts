import type { Host } from '../../core/host.ts'
import type { HttpClient } from '../../http-client/http-client.ts'
import { listRepositories } from './listings.ts'
import { openGithubPublisher } from './publisher.ts'
import { GithubRepository } from './repository.ts'

interface GithubOptions {
  name: string
  url: string
  apiUrl: string
  graphqlUrl: string
  httpClient: HttpClient
}

/** GitHub and GitHub Enterprise: GraphQL first, then git's own protocol, then REST. */
export function githubHost(options: GithubOptions): Host {
  const { httpClient, apiUrl, graphqlUrl } = options
  const addresses = { httpClient, apiUrl, graphqlUrl, url: options.url.replace(/(?<!\/)\/+$/, '') }
  return {
    name: options.name,
    kind: 'github',
    open: async (access) => new GithubRepository({ ...addresses, ...access }),
    openPublisher: (access) => openGithubPublisher({ ...addresses, ...access }),
    listRepositories: (question, access) =>
      listRepositories({ ...addresses, ...access, repoFullName: 'your repositories' }, question),
  }
}
