import type { Published } from '../../src/core/publisher.ts'
import type { Session, Wait } from '../state/app-state.ts'
import { askJson } from './ask.ts'

/** A text on its way out: the body of the request, exactly as it is sent. */
export type Publication = { repoFullName: string; host: string; text: string } & (
  | { kind: 'release'; tag: string; name?: string; target?: string; publish?: true }
  | { kind: 'pull_request'; path: string; base?: string }
)

interface Sending {
  session: Session
  signal: AbortSignal
  onWait: (wait: Wait | null) => void
}

/** Makes a release or a pull request of a text, and says what was done and where it is seen. */
export function publish(publication: Publication, sending: Sending): Promise<Published> {
  return askJson<Published>({ path: '/api/v1/releases', body: publication, ...sending })
}
