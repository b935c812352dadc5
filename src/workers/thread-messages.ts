import { Problem, type ProblemCode } from '../core/errors.ts'

/** What a thread is asked to do. */
export interface ThreadRequest {
  task: string
  input: unknown
}

/** What a thread replies: the output of the task, or why it failed. */
export type ThreadReply = { output: unknown } | { failure: ThreadFailure }

/** An error as plain data: threads cannot exchange instances of our classes. */
interface ThreadFailure {
  message: string
  stack: string | null
  problem: Pick<Problem, 'code' | 'faults' | 'retryAfter'> | null
}

/** Describes an error for another thread. */
export function asFailure(error: unknown): ThreadFailure {
  const stack = error instanceof Error ? (error.stack ?? null) : null
  const message = error instanceof Error ? error.message : String(error)
  if (!(error instanceof Problem)) return { message, stack, problem: null }
  const { code, faults, retryAfter } = error
  return { message, stack, problem: { code, faults, retryAfter } }
}

/** Rebuilds the error of another thread. */
export function asError({ message, stack, problem }: ThreadFailure): Error {
  if (problem) {
    const { code, faults, retryAfter } = problem as { code: ProblemCode } & typeof problem
    return new Problem(code, message, { faults, ...(retryAfter === null ? {} : { retryAfter }) })
  }
  const error = new Error(message)
  if (stack !== null) error.stack = stack
  return error
}
