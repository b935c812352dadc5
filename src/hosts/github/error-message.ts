import { maskSecrets } from '../../text/mask-secrets.ts'
import { ownWords } from '../host-text.ts'
import type { GithubContext } from './github-context.ts'

/** The name of the host, as its users know it. */
export function hostOf(context: GithubContext): string {
  return new URL(context.url).host
}

/** The host's own words, short and on one line. */
export function said(context: GithubContext, text: string): string {
  const words =
    /"message"\s*:\s*"((?:[^"\\]|\\.){1,300})/.exec(text)?.[1] ?? (/^\s*[<{[]/.test(text) ? '' : text)
  const plain = ownWords(words, context.token)
  return plain === '' ? '' : `: ${plain}`
}

/** A text of the host without the token, should it repeat it. */
export function hideToken(context: GithubContext, text: string): string {
  return maskSecrets([context.token ?? ''])(text)
}
