import { findNextVersion, type NextVersionAnswer } from '../app/next-version.ts'
import type { NextVersion } from '../core/versioning.ts'
import { noPackageToRelease, nothingToRelease } from './auto-version.ts'
import { allPackages } from './choose-package.ts'
import type { CliContext } from './cli-context.ts'
import {
  openCommandRequest,
  printWarnings,
  runCommandRequest,
  withoutUnchangedPackages,
} from './command-request.ts'
import type { FlagValues } from './flags.ts'
import { splitByPackage } from './split-by-package.ts'

/** `notewright next-version`: prints the version that the changes since the last release call for. */
export async function nextVersionCommand(values: FlagValues, context: CliContext): Promise<void> {
  const opened = await openCommandRequest(values, context)
  const answers: PackageVersion[] = []
  for (const { request } of await splitByPackage(opened, context)) {
    const dated = { ...request, date: request.date ?? context.today() }
    const answer = await runCommandRequest({ ...opened, request }, context, (generateContext) =>
      findNextVersion(dated, generateContext),
    )
    answers.push({ name: request.packageName ?? null, ...answer })
  }
  const isOfAll = opened.request.packageName === allPackages
  context.print(printVersions(answers, values, isOfAll))
  if (!values.has('quiet')) {
    for (const { name, nextVersion } of answers)
      context.printError(describeReasons(nextVersion, isOfAll ? name : null))
    const found = answers.flatMap(({ warnings }) => warnings)
    printWarnings([...opened.warnings, ...(isOfAll ? withoutUnchangedPackages(found) : found)], context)
  }
  if (answers.some(({ nextVersion }) => nextVersion.version !== null)) return
  const [{ nextVersion, range }] = answers as [PackageVersion]
  throw isOfAll ? noPackageToRelease() : nothingToRelease(nextVersion, range.toRef)
}

/** The next version of a package, or of the repository. */
interface PackageVersion extends NextVersionAnswer {
  name: string | null
}

/** What the command prints: a version, or the packages that are due, one per line. */
function printVersions(answers: PackageVersion[], values: FlagValues, isOfAll: boolean): string {
  if (values.has('json')) {
    const all = answers.map(({ name, nextVersion }) => ({ package: name, ...nextVersion }))
    return `${JSON.stringify(isOfAll ? all : answers[0]!.nextVersion)}\n`
  }
  return answers
    .filter(({ nextVersion }) => nextVersion.version !== null)
    .map(({ name, nextVersion: { version, tag } }) => {
      const shown = values.has('tag') ? tag : version
      return `${isOfAll ? `${name} ` : ''}${shown}\n`
    })
    .join('')
}

const shownReasons = 5

function describeReasons(
  { version, previous, bump, reasons }: NextVersion,
  packageName: string | null,
): string {
  if (version === null) return ''
  const follows = previous === null ? 'the first release' : `${bump}, after ${previous.version}`
  const lines = reasons.slice(0, shownReasons).map(({ id, detail }) => `  ${id}  ${detail}\n`)
  const more = reasons.length - lines.length
  const subject = packageName === null ? version : `${packageName} ${version}`
  return `${subject} (${follows}):\n${lines.join('')}${more > 0 ? `  and ${more} more\n` : ''}`
}
