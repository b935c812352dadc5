import { listPackages } from '../app/list-packages.ts'
import { allPackages, withChangelogText } from './choose-package.ts'
import type { CliContext } from './cli-context.ts'
import { type CommandRequest, runCommandRequest } from './command-request.ts'

/** Splits a command for all packages into one for each; any other command stays as it is. */
export async function splitByPackage(
  commandRequest: CommandRequest,
  context: CliContext,
): Promise<CommandRequest[]> {
  const { request, root } = commandRequest
  if (request.packageName !== allPackages) return [commandRequest]
  const names = await runCommandRequest(commandRequest, context, (generateContext) =>
    listPackages(request, generateContext),
  )
  return Promise.all(
    names.map(async (packageName) => {
      const named = { ...request, packageName }
      return {
        ...commandRequest,
        request: root === null ? named : await withChangelogText(named, root, context),
      }
    }),
  )
}
