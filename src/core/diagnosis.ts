import type { ProblemCode } from './errors.ts'
import type { ObservedRequest } from './observe-requests.ts'

/** What a step of a diagnosis checks. */
export type DiagnosisStepId =
  | 'token'
  | 'repositories'
  | 'repository'
  | 'refs'
  | 'commits'
  | 'git'
  | 'details'
  | 'publishing'

/** The result of one step. */
export interface DiagnosisStep {
  id: DiagnosisStepId
  /** `warning` if the notes would be complete in commits, but something else is missing. */
  status: 'ok' | 'warning' | 'failed' | 'skipped'
  /** What works, or what failed and how to fix it. */
  detail: string
  /** The code of the problem; null if there is none. */
  code: ProblemCode | null
  milliseconds: number
  requests: ObservedRequest[]
}

/** How a host answers for one token, and one repository if it is named. */
export interface Diagnosis {
  host: string
  kind: string
  repoFullName: string | null
  /** Whether notes can be generated; without a repository, whether the host accepts the token. */
  ok: boolean
  steps: DiagnosisStep[]
}
