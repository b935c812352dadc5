import { z } from 'zod'
import { findRepoNameError } from '../git/ref-names.ts'
import { findRevisionError } from '../git/revision.ts'

/** A string with a check that says itself what is wrong. */
export function checked(faultOf: (text: string) => string | null) {
  return z.string().superRefine((text, context) => {
    const fault = faultOf(text)
    if (fault !== null) context.addIssue({ code: 'custom', message: fault })
  })
}

/** One line of text, of some length at most. */
export const line = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]+$/u, 'must be one line of text, without control characters')

/** The name of a repository. */
export const repoName = checked(findRepoNameError)

/** A tag, branch or SHA, also with `~n` or `^`. */
export const ref = checked(findRevisionError)

/** A day as it stands in a heading. */
export const day = checked(faultOfDay)

/** A path inside a repository. */
export const insidePath = checked(faultOfPath)

function faultOfDay(text: string): string | null {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  if (moment && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)) return null
  return 'must be a day, written YYYY-MM-DD'
}

function faultOfPath(text: string): string | null {
  if (text === '' || text.length > 500 || /[\0-\x1f\x7f]/.test(text))
    return 'must be a path of at most 500 printable characters'
  if (text.startsWith('/') || text.split('/').includes('..'))
    return 'must be a path inside the repository, such as packages/core'
  return null
}
