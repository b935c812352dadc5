import type { Session } from '../state/app-state.ts'

const place = 'notewright.session'
const lastPlace = 'notewright.last-draft'

/** What lasts as long as the tab; nothing, where a person forbade the browser to keep anything. */
function tabStorage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}

/** The token that a printed link carries behind its #, which no server ever sees; null when there is none. */
export function tokenInAddress(hash: string): string | null {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token')
  return token !== null && /^[\x21-\x7e]{1,4096}$/.test(token) ? token : null
}

/** Keeps who is signed in until the tab is closed. */
export function keepSession(session: Session): void {
  tabStorage()?.setItem(place, JSON.stringify(session))
}

/** Who was signed in before a reload; null when that was not to be kept. */
export function keptSession(): Session | null {
  const text = tabStorage()?.getItem(place)
  if (!text) return null
  const { host, token, modelKey } = JSON.parse(text) as Partial<Session>
  if (typeof host !== 'string' || typeof token !== 'string') return null
  return { host, token, modelKey: typeof modelKey === 'string' ? modelKey : '' }
}

/** Forgets who was signed in. */
export function forgetSession(): void {
  tabStorage()?.removeItem(place)
}

/** Remembers which draft this tab shows, for its next reload. */
export function keepLastDraft(key: string | null): void {
  if (key === null) tabStorage()?.removeItem(lastPlace)
  else tabStorage()?.setItem(lastPlace, key)
}

/** The draft that this tab showed before a reload. */
export function lastDraft(): string | null {
  return tabStorage()?.getItem(lastPlace) ?? null
}
