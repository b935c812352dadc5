/** The kinds of host whose web addresses we know. */
export const hostKinds = ['github', 'gitlab', 'gitea', 'bitbucket', 'git', 'local'] as const
export type HostKind = (typeof hostKinds)[number]

/** The address of a repository on the web. */
export interface WebAddress {
  kind: HostKind
  url: string
}
