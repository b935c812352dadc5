import { z } from 'zod'
import { findRepoPathError } from '../git/ref-names.ts'
import { findRevisionError } from '../git/revision.ts'

/** A string schema whose check returns an error message, or null for a valid string. */
export function checkedString(findFault: (text: string) => string | null) {
  return z.string().superRefine((text, context) => {
    const fault = findFault(text)
    if (fault !== null) context.addIssue({ code: 'custom', message: fault })
  })
}

/** A single line of text. */
export const singleLine = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]+$/u, 'must be one line of text, without control characters')

/** The full name of a repository; the host checks whether it needs an owner. */
export const repoName = checkedString(findRepoPathError)

/** A tag, branch or SHA, optionally followed by `~n` or `^`. */
export const ref = checkedString(findRevisionError)

/** A calendar date, written YYYY-MM-DD. */
export const date = checkedString(faultOfDate)

/** A path inside a repository. */
export const repositoryPath = checkedString(faultOfPath)

function faultOfDate(text: string): string | null {
  const parsed = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  if (parsed && !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text)) return null
  return 'must be a date, written YYYY-MM-DD'
}

function faultOfPath(text: string): string | null {
  if (text === '' || text.length > 500 || /[\0-\x1f\x7f]/.test(text))
    return 'must be a path of at most 500 printable characters'
  if (text.startsWith('/') || text.split('/').includes('..'))
    return 'must be a path inside the repository, such as packages/core'
  return null
}
