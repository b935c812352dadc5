import { Problem } from '../core/errors.ts'

/** Runs work on a file; an error of the file system names the file and ends with the advice. */
export async function withPath<Result>(
  path: string,
  action: 'read' | 'written',
  advice: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem || !(error instanceof Error) || !('code' in error)) throw error
    throw new Problem('invalid_request', `${path} cannot be ${action} (${error.code}). ${advice}`, {
      cause: error,
    })
  }
}
