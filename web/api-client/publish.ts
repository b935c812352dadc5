import type { ChangePreview, Published } from '../../src/core/publisher.ts'
import type { RepositoryConfig } from '../../src/core/repository-config.ts'
import type { RetryWait, Session } from '../state/app-state.ts'
import { requestJson } from './request.ts'

/** The text to publish, with what is known about its entries. */
export interface PublishContent {
  text: string
  entries: { text: string; commits: string[]; pullRequests: number[]; hasOwnEntry: boolean }[]
  /** The start of the range; absent for the first commit. */
  fromRef?: string
  /** The configuration that a changelog section follows. */
  config?: RepositoryConfig
}

/** The body of a publish request, exactly as it is sent. */
export type PublishRequest = { repoFullName: string; host: string } & PublishContent &
  (
    | {
        kind: 'release'
        tag: string
        name?: string
        target?: string
        prerelease?: true
        publish?: true
        makeLatest?: boolean
      }
    | { kind: 'pull_request'; path: string; base?: string; title?: string }
    | { kind: 'file'; path: string }
  )

/** The body of a request that proposes a configuration file. */
export interface ConfigurationRequest {
  kind: 'configuration'
  repoFullName: string
  host: string
  text: string
  path: string
  base?: string
}

interface PublishOptions {
  session: Session
  signal: AbortSignal
  onWait: (wait: RetryWait | null) => void
}

/** Creates or updates a release or a pull request; returns what the server did. */
export function publish(
  request: PublishRequest | ConfigurationRequest,
  options: PublishOptions,
): Promise<Published> {
  return requestJson<Published>({ path: '/api/v1/releases', body: request, ...options })
}

/** Returns what a file would become; null if the server does not say. */
export async function previewChange(
  request: PublishRequest,
  { session, signal }: Pick<PublishOptions, 'session' | 'signal'>,
): Promise<ChangePreview | null> {
  const body = { ...request, dryRun: true }
  const { preview } = await requestJson<Published>({ path: '/api/v1/releases', body, session, signal })
  return preview ?? null
}
