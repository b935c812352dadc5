import type { Answer } from '../core/answer.ts'
import type { Deadline } from '../core/deadline.ts'
import type { Problem } from '../core/errors.ts'
import type { GenerateContext } from '../core/generate-context.ts'
import type { Host } from '../core/host.ts'
import type { Progress } from '../core/progress.ts'
import type { GenerateRequest } from '../core/request.ts'
import type { MemoCache } from '../state/memo-cache.ts'

/** What a tool is called with, before anybody has looked at it. */
export type Arguments = Record<string, unknown>

/** Where a call finds its repository. */
export interface Source {
  /** The arguments as a request body: with the repository's name, without what only finds it. */
  body: Arguments
  /** The host of a name, or the one that is asked when a call names none, and the token to ask it with. */
  ask: (hostName: string | null) => Promise<{ host: Host; token: string | null }>
}

/** A changelog on the caller's own disk. */
export interface OwnChangelog {
  path: string
  text: string
  replace: (text: string) => Promise<void>
}

/** What the tools need from outside. */
export interface McpContext {
  /** Whether the server runs on the caller's own machine, where a clone can be read without a name. */
  ownMachine: boolean
  findSource: (given: Arguments) => Promise<Source>
  /** Makes the notes of a range; where callers share, once for all who ask the same at the same time. */
  makeNotes: (
    request: GenerateRequest,
    asking: Omit<GenerateContext, 'gateway' | 'onEntry'>,
  ) => Promise<Answer>
  /** The changelog of a clone, for who may write it; null where no file is the caller's own. */
  openChangelog: ((dir: unknown, file: string | null) => Promise<OwnChangelog>) | null
  maxCommits: number
  memoCache: MemoCache
  /** Does the work of a call when it is its turn, until its caller leaves or the deadline passes. */
  inTime: <Made>(left: AbortSignal, work: (time: Deadline) => Promise<Made>) => Promise<Made>
  /** Gets every problem that a call is answered with. */
  onProblem: (problem: Problem) => void
  /** Gets every answer that holds an agent's own notes. */
  onAnswer: (answer: Answer) => void
}

/** One call of a tool: who makes it, and how its progress is told. */
export interface Call {
  context: McpContext
  left: AbortSignal
  onProgress: (progress: Progress) => void
}
