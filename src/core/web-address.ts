/** The kinds of host whose web addresses we know. */
export const hostKinds = ['github', 'gitlab', 'gitea', 'bitbucket', 'git', 'local'] as const
export type HostKind = (typeof hostKinds)[number]

/** Where a repository is seen on the web; null when nobody knows. */
export interface WebAddress {
  kind: HostKind
  url: string
}
