import { hideValues } from '../../text/mask-secrets.ts'
import { ownWords } from '../host-text.ts'
import type { GithubPlace } from './github-context.ts'

/** The name of the host, as its users know it. */
export function hostOf(place: GithubPlace): string {
  return new URL(place.url).host
}

/** The host's own words, short and on one line. */
export function said(place: GithubPlace, text: string): string {
  const words =
    /"message"\s*:\s*"((?:[^"\\]|\\.){1,300})/.exec(text)?.[1] ?? (/^\s*[<{[]/.test(text) ? '' : text)
  const plain = ownWords(words, place.token)
  return plain === '' ? '' : `: ${plain}`
}

/** A text of the host without the token, should it repeat it. */
export function hideToken(place: GithubPlace, text: string): string {
  return hideValues([place.token ?? ''])(text)
}
