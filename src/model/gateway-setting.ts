import { trimTrailingSlashes } from '../text/url.ts'

/** The gateway, model and key of a request. */
export interface GatewaySetting {
  /** The base URL of the API, up to its `/v1`. */
  url: string
  key: string
  /** Who can fix a problem with the key. */
  keyOwner: 'caller' | 'operator'
  model: string
}

/** The URL of an endpoint of the gateway. */
export function endpointUrl(setting: GatewaySetting, path: string): string {
  return `${trimTrailingSlashes(setting.url)}/${path}`
}

/** The gateway's name in messages: its host. */
export function gatewayName(setting: GatewaySetting): string {
  return new URL(setting.url).host
}

export function authHeaders(setting: GatewaySetting): Record<string, string> {
  return { authorization: `Bearer ${setting.key}` }
}
