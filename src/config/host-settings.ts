import { z } from 'zod'
import type { HostSetting } from '../core/host.ts'
import { trimTrailingSlashes } from '../text/url.ts'

const kinds = ['github', 'gitlab', 'gitea', 'bitbucket', 'git'] as const

/** One entry of NOTEWRIGHT_HOSTS. */
interface HostEntry {
  name: string
  kind: (typeof kinds)[number]
  url: string
  apiUrl?: string | undefined
  user?: string | undefined
}

const hostEntry = (): z.ZodType<HostEntry> =>
  z.strictObject({
    name: z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9_-]{0,59}$/,
        'must consist of lower-case letters, digits, dashes and underscores',
      ),
    kind: z.enum(kinds),
    url: z.url({ protocol: /^https?$/ }),
    apiUrl: z.url({ protocol: /^https?$/ }).optional(),
    user: z
      .string()
      .regex(/^[^\s:\p{Cc}]{1,200}$/u, 'must be a user name without spaces and colons')
      .optional(),
  })

/** The URLs that a CI system sets for the host it runs on. */
export interface CiUrls {
  githubUrl?: string | undefined
  githubApiUrl?: string | undefined
  githubGraphqlUrl?: string | undefined
  gitlabUrl?: string | undefined
}

/** The schema of NOTEWRIGHT_HOSTS: a JSON array of hosts. */
export const hostList = () =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue({
          code: 'custom',
          message:
            'must be a JSON list of hosts, such as [{"name": "work", "kind": "gitlab", "url": "https://git.example.org"}]',
        })
        return z.NEVER
      }
    })
    .pipe(z.array(hostEntry()).max(100))

/** The built-in hosts and the operator's; one of the operator's replaces a built-in host of the same name. */
export function hostSettings(own: HostEntry[], ci: CiUrls): HostSetting[] {
  const github = withApiUrls({
    name: 'github',
    kind: 'github',
    url: ci.githubUrl ?? 'https://github.com',
  })
  const builtIn = [
    {
      ...github,
      apiUrl: trimTrailingSlashes(ci.githubApiUrl ?? github.apiUrl),
      graphqlUrl: trimTrailingSlashes(ci.githubGraphqlUrl ?? github.graphqlUrl),
    },
    withApiUrls({ name: 'gitlab', kind: 'gitlab', url: ci.gitlabUrl ?? 'https://gitlab.com' }),
    withApiUrls({ name: 'codeberg', kind: 'gitea', url: 'https://codeberg.org' }),
    withApiUrls({ name: 'bitbucket', kind: 'bitbucket', url: 'https://bitbucket.org' }),
  ]
  const byName = new Map([...builtIn, ...own.map(withApiUrls)].map((setting) => [setting.name, setting]))
  return [...byName.values()]
}

/** The names of the hosts to which tokens would be sent unencrypted. */
export function unsafeHosts(settings: HostSetting[]): string[] {
  return settings
    .filter(({ url, apiUrl, graphqlUrl }) => [url, apiUrl, graphqlUrl].some(isUnsafe))
    .map(({ name }) => name)
}

/** Whether a URL is plain HTTP to another machine. */
export function isUnsafe(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}

/** Adds the API URLs that a kind of host has by convention. */
function withApiUrls({ name, kind, url, apiUrl, user }: HostEntry): HostSetting {
  const base = trimTrailingSlashes(url)
  const api = trimTrailingSlashes(apiUrl ?? conventionalApi(kind, base))
  return {
    name,
    kind,
    url: base,
    apiUrl: api,
    graphqlUrl: conventionalGraphql(api),
    ...(user === undefined ? {} : { user }),
  }
}

function conventionalApi(kind: HostEntry['kind'], base: string): string {
  if (kind === 'github') return githubApi(base)
  if (kind === 'bitbucket')
    return base === 'https://bitbucket.org' ? 'https://api.bitbucket.org/2.0' : `${base}/2.0`
  if (kind === 'gitlab') return `${base}/api/v4`
  return kind === 'gitea' ? `${base}/api/v1` : base
}

/** GitHub Enterprise Cloud with data residency, `*.ghe.com`, has an API host of its own, as github.com does. */
function githubApi(base: string): string {
  const { protocol, host } = new URL(base)
  return host === 'github.com' || host.endsWith('.ghe.com') ? `${protocol}//api.${host}` : `${base}/api/v3`
}

/** GitHub Enterprise serves GraphQL beside the REST API, not below it. */
function conventionalGraphql(api: string): string {
  return api.endsWith('/api/v3') ? api.replace(/v3$/, 'graphql') : `${api}/graphql`
}
