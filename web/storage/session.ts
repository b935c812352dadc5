import type { Session } from '../state/app-state.ts'

const sessionKey = 'notewright.session'
const lastDraftKey = 'notewright.last-draft'

/** Returns the storage of this tab; null if the browser settings forbid it. */
function tabStorage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}

/** Reads the token from the fragment of a sign-in link, which browsers never send to a server. */
export function readTokenFromHash(hash: string): string | null {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token')
  return token !== null && /^[\x21-\x7e]{1,4096}$/.test(token) ? token : null
}

/** Saves the session until the tab is closed. */
export function saveSession(session: Session): void {
  tabStorage()?.setItem(sessionKey, JSON.stringify(session))
}

/** Returns the saved session of this tab; null if there is none. */
export function loadSession(): Session | null {
  const text = tabStorage()?.getItem(sessionKey)
  if (!text) return null
  const { host, token, modelKey } = JSON.parse(text) as Partial<Session>
  if (typeof host !== 'string' || typeof token !== 'string') return null
  return { host, token, modelKey: typeof modelKey === 'string' ? modelKey : '' }
}

/** Deletes the saved session. */
export function clearSession(): void {
  tabStorage()?.removeItem(sessionKey)
}

/** Saves which draft this tab shows, so that a reload opens it again; null deletes it. */
export function saveLastDraftKey(key: string | null): void {
  if (key === null) tabStorage()?.removeItem(lastDraftKey)
  else tabStorage()?.setItem(lastDraftKey, key)
}

/** Returns the key of the draft that this tab showed before a reload. */
export function loadLastDraftKey(): string | null {
  return tabStorage()?.getItem(lastDraftKey) ?? null
}

const unsavedKey = 'notewright.unsaved'

/** Stores the text of a draft while the page is closed. */
export function storeUnsaved(text: string): void {
  try {
    localStorage.setItem(unsavedKey, text)
  } catch {
    // It is too large, or the browser settings forbid storage.
  }
}

/** Returns the text that was stored while the page was closed, and deletes it. */
export function takeUnsaved(): string | null {
  try {
    const text = localStorage.getItem(unsavedKey)
    localStorage.removeItem(unsavedKey)
    return text
  } catch {
    // The browser settings forbid storage.
    return null
  }
}

const singleKeysKey = 'notewright.single-keys'

/** Whether single letters are shortcuts in the list; they are unless the user turned them off. */
export function readSingleKeys(): boolean {
  try {
    return localStorage.getItem(singleKeysKey) !== 'off'
  } catch {
    // The browser settings forbid storage.
    return true
  }
}

/** Turns single-letter shortcuts on or off in this browser. */
export function saveSingleKeys(isOn: boolean): void {
  try {
    localStorage.setItem(singleKeysKey, isOn ? 'on' : 'off')
  } catch {
    // Without storage the shortcuts stay on.
  }
}

const themeKey = 'notewright.theme'

/** Returns the theme that the user chose; null for that of the system. */
export function loadTheme(): 'light' | 'dark' | null {
  try {
    const theme = localStorage.getItem(themeKey)
    return theme === 'light' || theme === 'dark' ? theme : null
  } catch {
    // The browser settings forbid storage.
    return null
  }
}

/** Saves the theme for all visits; null follows the system. */
export function saveTheme(theme: 'light' | 'dark' | null): void {
  try {
    if (theme === null) localStorage.removeItem(themeKey)
    else localStorage.setItem(themeKey, theme)
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}
