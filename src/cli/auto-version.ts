import { findNextVersion } from '../app/next-version.ts'
import { Problem } from '../core/errors.ts'
import type { NextVersion } from '../core/versioning.ts'
import type { CliContext } from './cli-context.ts'
import { type CommandRequest, runCommandRequest } from './command-request.ts'

/** A request whose version is known, and the next version if it was left to Notewright. */
interface VersionedRequest {
  commandRequest: CommandRequest
  nextVersion: NextVersion | null
}

/** Replaces the version `auto` with the one that the changes call for; an error if there is nothing to release. */
export async function withAutoVersion(
  commandRequest: CommandRequest,
  context: CliContext,
): Promise<VersionedRequest> {
  const { request } = commandRequest
  if (request.version !== 'auto') return { commandRequest, nextVersion: null }
  const dated = { ...request, date: request.date ?? context.today() }
  const { nextVersion, range, warnings } = await runCommandRequest(
    commandRequest,
    context,
    (generateContext) => findNextVersion(dated, generateContext),
  )
  if (nextVersion.version === null) throw nothingToRelease(nextVersion, range.toRef)
  const isBreakingUnclear = warnings.filter(({ code }) => code === 'maybe-breaking')
  return {
    commandRequest: {
      ...commandRequest,
      request: { ...dated, version: nextVersion.version },
      warnings: [...commandRequest.warnings, ...isBreakingUnclear],
    },
    nextVersion,
  }
}

/** The error for a range without changes that call for a release. */
export function nothingToRelease({ previous }: NextVersion, toRef: string): Problem {
  return new Problem(
    'nothing_to_release',
    previous === null
      ? `There is nothing to release: no change up to ${toRef} requires a new version.`
      : `There is nothing to release: no change after ${previous.tag} requires a new version.`,
  )
}

/** The error for packages of which none has changes that call for a release. */
export function noPackageToRelease(): Problem {
  return new Problem(
    'nothing_to_release',
    'There is nothing to release: no package has a change that requires a new version.',
  )
}
