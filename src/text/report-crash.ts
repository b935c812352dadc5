/**
 * Formats an unexpected error. The formatter is loaded on demand, and loading fails when the package is replaced
 * while the program runs.
 */
export async function reportCrash(error: unknown): Promise<string> {
  try {
    const { formatError } = await import('./format-error.ts')
    return formatError(error)
  } catch {
    return 'The files of the program were changed or removed while it was running. Start it again.'
  }
}
