import { createHmac } from 'node:crypto'
import type { Host } from '../core/host.ts'
import type { ResolvedRefs } from '../core/range.ts'
import type { Repository } from '../core/repository.ts'
import type { GenerateRequest } from '../core/request.ts'
import { promptVersion } from '../write/prompt.ts'

/** Everything that an answer depends on. */
export interface AnswerOrigin {
  /** The secret of the operator, so that nobody can tell from a name what was asked. */
  secret: string
  programVersion: string
  token: string | null
  modelKey: string | null
  /** The model that will be asked; null when the rules write. */
  model: string | null
  host: Pick<Host, 'name' | 'kind'>
  repository: Pick<Repository, 'fullName' | 'web' | 'shallow'>
  /** What the host says of the two refs, with the commits they stand for now. */
  refs: ResolvedRefs
  request: GenerateRequest
}

/** The name of an answer: the same for the same question of the same caller, and for nothing else. */
export function answerKey({ secret, host, repository, ...rest }: AnswerOrigin): string {
  const { fullName, web, shallow } = repository
  const words = [promptVersion, host.name, host.kind, fullName, web, shallow, rest]
  return createHmac('sha256', secret).update(JSON.stringify(words)).digest('base64url')
}
