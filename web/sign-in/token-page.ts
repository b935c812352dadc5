import type { ListedHost } from '../state/app-state.ts'

const pages: Partial<Record<ListedHost['kind'], string>> = {
  github: 'https://github.com/settings/tokens/new?scopes=repo&description=Notewright',
  gitlab: 'https://gitlab.com/-/user_settings/personal_access_tokens?name=Notewright&scopes=api',
  bitbucket: 'https://id.atlassian.com/manage-profile/security/api-tokens',
}

/** Returns where the user creates a token; null if the operator named the host, because it may be an own server. */
export function tokenPageOf({ name, kind }: ListedHost): string | null {
  return name === kind ? (pages[kind] ?? null) : null
}
