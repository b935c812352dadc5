/**
 * Tells an error that nobody foresaw. What words it is loaded only now, and may be gone: a package is replaced
 * while its programs run.
 */
export async function reportCrash(error: unknown): Promise<string> {
  try {
    const { formatError } = await import('./format-error.ts')
    return formatError(error)
  } catch {
    return 'The files of the program have changed or gone since it was started. Start it again.'
  }
}
