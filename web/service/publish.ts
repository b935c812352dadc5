import type { Session } from '../state/app-state.ts'
import { askJson, Refusal } from './ask.ts'

/** A text on its way out: exactly what is sent, and nothing else. */
export type Publication =
  | {
      kind: 'release'
      repoFullName: string
      host: string
      tag: string
      name: string
      target: string
      text: string
    }
  | {
      kind: 'pull-request'
      repoFullName: string
      host: string
      path: string
      base: string
      text: string
    }

/** Publishes a draft release or opens a pull request, and gives its address. */
export async function publish(publication: Publication, session: Session): Promise<string> {
  try {
    const { url } = await askJson<{ url: string }>({
      path: '/api/v1/releases',
      body: bodyOf(publication),
      session,
    })
    return url
  } catch (error) {
    if (error instanceof Refusal && error.trouble.code === 'route_not_found') throw new Refusal(cannotPublish)
    throw error
  }
}

/** The body of the request, as the confirmation shows it; empty fields are left to the service. */
export function bodyOf({ kind, ...fields }: Publication): Record<string, unknown> {
  const given = Object.entries(fields).filter(([, value]) => value !== '')
  return { kind: kind === 'release' ? kind : 'pull_request', ...Object.fromEntries(given) }
}

const cannotPublish = {
  code: 'cannot_publish',
  title: 'This service cannot publish',
  detail: 'Its version has no way to create releases. Copy or download the text and paste it at your host.',
  retryable: false,
}
