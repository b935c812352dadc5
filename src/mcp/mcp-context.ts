import type { Answer } from '../core/answer.ts'
import type { Deadline } from '../core/deadline.ts'
import type { Problem } from '../core/errors.ts'
import type { GenerateContext } from '../core/generate-context.ts'
import type { RunHeavy } from '../core/heavy-work.ts'
import type { Host } from '../core/host.ts'
import type { Progress, StageQueue } from '../core/progress.ts'
import type { RepositoryConfig } from '../core/repository-config.ts'
import type { GenerateRequest, RangeRequest } from '../core/request.ts'
import type { MemoCache } from '../state/memo-cache.ts'
import type { DraftStore } from './draft-store.ts'
import type { RenderedTexts } from './rendered-texts.ts'

/** The arguments of a tool call, not yet validated. */
export type ToolArguments = Record<string, unknown>

/** The part of a request that a clone can complete: which configuration is used, and the package's changelog. */
export type ConfiguredRequest = Pick<RangeRequest, 'config' | 'packageName' | 'changelogText'>

/** The repository that a tool call reads. */
export interface CallRepository {
  /** The arguments as a request body: with the name of the repository, without the folder of a clone. */
  body: ToolArguments
  /** Returns the host with this name, or the default host, and the token for it. */
  connect: (hostName: string | null) => Promise<{ host: Host; token: string | null }>
  /** Adds the configuration file of the working tree to the request of a clone; without it, that of the commit is used. */
  withConfig?: <Request extends ConfiguredRequest>(request: Request) => Promise<Request>
}

/** A changelog file in a clone. */
export interface EditableChangelog {
  path: string
  /** The path in the repository. */
  pathInTree: string
  text: string
  replace: (text: string) => Promise<void>
}

/** What use cases need to serve a tool call. */
export type CallContext = Omit<GenerateContext, 'gateway' | 'onEntry'>

interface CommonMcpContext {
  findRepository: (given: ToolArguments) => Promise<CallRepository>
  /** Generates notes; on a server, equal requests share one generation. */
  generateNotes: (request: GenerateRequest, context: CallContext) => Promise<Answer>
  maxCommits: number
  memoCache: MemoCache
  drafts: DraftStore
  stageQueue: StageQueue
  /** Runs heavy work; by default in this thread. */
  runHeavy?: RunHeavy | undefined
  /** Runs a call within its rate limit, until the client cancels it or the deadline passes. */
  withDeadline: <Result>(
    clientSignal: AbortSignal,
    work: (deadline: Deadline) => Promise<Result>,
  ) => Promise<Result>
  /** Called with every problem that a call fails with. */
  onProblem: (problem: Problem) => void
  /** Called with every answer that contains an agent's own notes. */
  onAnswer: (answer: Answer) => void
}

/** The dependencies of a server that other machines call over HTTP. */
export interface RemoteMcpContext extends CommonMcpContext {
  isLocal: false
}

/** The dependencies of a server on the user's own machine, which can read and write clones. */
export interface LocalMcpContext extends CommonMcpContext {
  isLocal: true
  /** The texts that this server has rendered. */
  renderedTexts: RenderedTexts
  /** Opens a file of a clone, or its changelog if no file is named: the configured one, or else the one that is found. */
  openChangelog: (
    dir: unknown,
    file: string | null,
    request: ConfiguredRequest,
  ) => Promise<EditableChangelog & { config: RepositoryConfig }>
}

export type McpContext = RemoteMcpContext | LocalMcpContext

/** One call of a tool. */
export interface ToolCall<Context extends McpContext = McpContext> {
  context: Context
  /** Aborted when the client cancels the call or disconnects. */
  clientSignal: AbortSignal
  onProgress: (progress: Progress) => void
}
