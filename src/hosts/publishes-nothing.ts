import { Problem } from '../core/errors.ts'

/** What is told where a host has neither releases nor a way to propose a change. */
export function publishesNothing(name: string): Problem {
  return new Problem(
    'publishing_unsupported',
    `The host ${name} has no releases that could be made here. Use the text of generate, or update in a clone.`,
  )
}
