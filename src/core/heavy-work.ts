/**
 * A pure and heavy function of the pipeline: it takes plain data and returns plain data, so that another thread can
 * run it.
 */
export interface HeavyTask<Input, Output> {
  /** The name by which a thread finds the task. */
  name: string
  /** How much work an input is: commits, entries or bytes, as the task counts them. */
  sizeOf: (input: Input) => number
  /** Smaller inputs stay in the calling thread: copying them to another one takes longer than it saves. */
  inlineBelow: number
  load: () => Promise<(input: Input) => Output | Promise<Output>>
}

/** Who waits for heavy work, and for how long. */
export interface HeavyOptions {
  /** Ends the work. */
  signal: AbortSignal
  /** The token of the caller; callers take turns. */
  caller: string | null
  /** Parts of the input that are moved instead of copied; they are empty afterwards. */
  transfer?: ArrayBuffer[]
}

/** Runs a task: in a pool of threads, or in the calling thread. */
export type RunHeavy = <Input, Output>(
  task: HeavyTask<Input, Output>,
  input: Input,
  options: HeavyOptions,
) => Promise<Output>

/** Runs every task in the calling thread, as the command line and the library do. */
export const runInline: RunHeavy = async (task, input) => (await task.load())(input)
