import { trimTrailingSlashes } from '../text/url.ts'

/** Which model is asked, where, and with whose key. */
export interface GatewaySetting {
  /** The base of the API, up to its `/v1`. */
  url: string
  key: string
  /** Whoever owns the key is the one who can mend what is wrong with it. */
  keyOwner: 'caller' | 'operator'
  model: string
}

/** An address below the gateway's base. */
export function addressOf(setting: GatewaySetting, path: string): string {
  return `${trimTrailingSlashes(setting.url)}/${path}`
}

/** The gateway as messages name it. */
export function nameOf(setting: GatewaySetting): string {
  return new URL(setting.url).host
}

/** The headers that every question to the gateway has. */
export function headersOf(setting: GatewaySetting): Record<string, string> {
  return { authorization: `Bearer ${setting.key}` }
}
