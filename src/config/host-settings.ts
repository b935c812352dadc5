import { z } from 'zod'
import type { HostSetting } from '../core/host.ts'
import { trimTrailingSlashes } from '../text/url.ts'

const kinds = ['github', 'gitlab', 'gitea', 'bitbucket', 'git'] as const

const entry = () =>
  z.strictObject({
    name: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,59}$/, 'must be of small letters, digits and dashes'),
    kind: z.enum(kinds),
    url: z.url({ protocol: /^https?$/ }),
    apiUrl: z.url({ protocol: /^https?$/ }).optional(),
  })

type Entry = z.infer<ReturnType<typeof entry>>

/** What a pipeline tells about the host it runs on. */
export interface PipelineAddresses {
  githubUrl?: string | undefined
  githubApiUrl?: string | undefined
  githubGraphqlUrl?: string | undefined
  gitlabUrl?: string | undefined
}

/** The text of NOTEWRIGHT_HOSTS, as a schema: a JSON list, in which every fault is found. */
export const hostList = () =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue({ code: 'custom', message: 'must be a JSON list of hosts' })
        return z.NEVER
      }
    })
    .pipe(z.array(entry()).max(100))

/** The hosts that can be asked: the built-in ones, and the operator's, which win where the names are the same. */
export function hostSettings(own: Entry[], pipeline: PipelineAddresses): HostSetting[] {
  const github = withAddresses({
    name: 'github',
    kind: 'github',
    url: pipeline.githubUrl ?? 'https://github.com',
  })
  const builtIn = [
    {
      ...github,
      apiUrl: trimTrailingSlashes(pipeline.githubApiUrl ?? github.apiUrl),
      graphqlUrl: trimTrailingSlashes(pipeline.githubGraphqlUrl ?? github.graphqlUrl),
    },
    withAddresses({ name: 'gitlab', kind: 'gitlab', url: pipeline.gitlabUrl ?? 'https://gitlab.com' }),
    withAddresses({ name: 'codeberg', kind: 'gitea', url: 'https://codeberg.org' }),
    withAddresses({ name: 'bitbucket', kind: 'bitbucket', url: 'https://bitbucket.org' }),
  ]
  const byName = new Map([...builtIn, ...own.map(withAddresses)].map((setting) => [setting.name, setting]))
  return [...byName.values()]
}

/** The hosts whose tokens would travel unencrypted: plain HTTP to anywhere but this machine. */
export function unsafeHosts(settings: HostSetting[]): string[] {
  return settings
    .filter(({ url, apiUrl, graphqlUrl }) => [url, apiUrl, graphqlUrl].some(isUnsafe))
    .map(({ name }) => name)
}

/** Whether what is sent to an address could be read on its way: plain http beyond this machine. */
export function isUnsafe(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}

/** Fills in the addresses that a kind of host has by convention. */
function withAddresses({ name, kind, url, apiUrl }: Entry): HostSetting {
  const base = trimTrailingSlashes(url)
  const api = trimTrailingSlashes(apiUrl ?? conventionalApi(kind, base))
  return { name, kind, url: base, apiUrl: api, graphqlUrl: conventionalGraphql(api) }
}

function conventionalApi(kind: Entry['kind'], base: string): string {
  if (kind === 'github') return base === 'https://github.com' ? 'https://api.github.com' : `${base}/api/v3`
  if (kind === 'bitbucket')
    return base === 'https://bitbucket.org' ? 'https://api.bitbucket.org/2.0' : `${base}/2.0`
  if (kind === 'gitlab') return `${base}/api/v4`
  return kind === 'gitea' ? `${base}/api/v1` : base
}

/** GitHub Enterprise has its GraphQL beside the REST interface, not below it. */
function conventionalGraphql(api: string): string {
  return api.endsWith('/api/v3') ? api.replace(/v3$/, 'graphql') : `${api}/graphql`
}
