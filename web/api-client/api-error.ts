import type { ErrorInfo } from '../state/app-state.ts'

/** An error response of the server, or a failed connection. */
export class ApiError extends Error {
  readonly info: ErrorInfo

  constructor(info: ErrorInfo) {
    super(info.detail)
    this.name = 'ApiError'
    this.info = info
  }
}

/** Reads a problem document of the server; returns null if it is not one. */
export function parseProblem(document: unknown): ErrorInfo | null {
  if (typeof document !== 'object' || document === null) return null
  const { code, title, detail, retryAfter } = document as Record<string, unknown>
  if (typeof code !== 'string' || typeof title !== 'string' || typeof detail !== 'string') return null
  const seconds = typeof retryAfter === 'number' && retryAfter >= 0 ? retryAfter : null
  return { code, title, detail, retryAfter: seconds }
}

/** Describes any thrown value for the user. */
export function describeError(error: unknown): ErrorInfo {
  if (error instanceof ApiError) return error.info
  return {
    code: 'page',
    title: 'Something went wrong',
    detail: `${error instanceof Error ? error.message : String(error)}. Reload the page; your draft is saved.`,
    retryAfter: null,
  }
}
