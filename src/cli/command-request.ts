import { type ParsedGenerateRequest, parseGenerateRequest } from '../api/generate-request.ts'
import { Problem } from '../core/errors.ts'
import { type GenerateContext, noCache } from '../core/generate-context.ts'
import type { Host } from '../core/host.ts'
import { previousRelease } from '../core/release-words.ts'
import type { ConfigChoice, PackagePaths } from '../core/repository-config.ts'
import type { GenerateRequest } from '../core/request.ts'
import type { Warning } from '../core/warnings.ts'
import { choosePackage } from './choose-package.ts'
import type { CliContext } from './cli-context.ts'
import { findTreeConfig, readConfigFile } from './find-config.ts'
import { type FlagValues, withFlagNames } from './flags.ts'
import { openOwnGateway } from './gateways.ts'
import { connectHost, defaultMaxCommits, openCloneAt } from './open-repository.ts'
import { noProgress, type ProgressView, planLines, progressBar } from './progress-view.ts'
import { fieldFlags } from './shared-flags.ts'

/** The request of a command, and the repository that it reads. */
export interface CommandRequest {
  flags: FlagValues
  host: Host
  token: string | null
  /** The root of the clone; null for a repository on a host. */
  root: string | null
  request: GenerateRequest
  warnings: Warning[]
}

/** Parses the request that the flags describe, and opens its repository: a clone, or a repository on a host. */
export async function openCommandRequest(flags: FlagValues, context: CliContext): Promise<CommandRequest> {
  if (flags.has('dir') && flags.has('repo')) {
    throw new Problem('invalid_request', '--dir and --repo cannot be used together. Choose one of them.')
  }
  return flags.has('repo') ? openHosted(flags, context) : openCloned(flags, context)
}

async function openHosted(flags: FlagValues, context: CliContext): Promise<CommandRequest> {
  const { request, host: hostName, warnings } = parseFlagRequest(toBody(flags))
  const config = await chooseConfig(flags, null, context)
  const { host, token } = await withFlagErrors(() => connectHost(context, hostName))
  return { flags, host, token, root: null, request: withConfig(request, config), warnings }
}

async function openCloned(flags: FlagValues, context: CliContext): Promise<CommandRequest> {
  const path = String(flags.get('dir') ?? '.')
  const { host, name, root } = await openCloneAt(
    context,
    path,
    'Change to the folder of a clone, or name one with --dir PATH.',
  )
  if (flags.has('host')) {
    throw new Problem(
      'invalid_request',
      '--host needs --repo. Name the repository with --repo, or omit --host to read the clone.',
    )
  }
  const { request, warnings } = parseFlagRequest({ ...toBody(flags), repoFullName: name })
  const config = await chooseConfig(flags, root, context)
  const place = { root, folder: path }
  const chosen = await withFlagErrors(() => choosePackage(withConfig(request, config), place, context))
  if (chosen.by && !flags.has('quiet')) context.printError(describePackage(chosen.by))
  return { flags, host, token: null, root, request: chosen.request, warnings }
}

function describePackage({ name, folder }: PackagePaths): string {
  return `Package ${name}, because the current folder is below ${folder}.\n`
}

/** Chooses the configuration by the flags, else the file of the working tree; undefined for that of the commit. */
async function chooseConfig(
  flags: FlagValues,
  root: string | null,
  context: CliContext,
): Promise<ConfigChoice | undefined> {
  const file = flags.get('config')
  if (file !== undefined && flags.has('no-config'))
    throw new Problem(
      'invalid_request',
      '--config and --no-config cannot be used together. Choose one of them.',
    )
  if (flags.has('no-config')) return 'none'
  if (file !== undefined) return { source: 'file', ...(await readConfigFile(String(file), context)) }
  return root === null ? undefined : findTreeConfig(root, context)
}

function withConfig(request: GenerateRequest, config: ConfigChoice | undefined): GenerateRequest {
  return config === undefined ? request : { ...request, config }
}

/** Runs a use case for the request, with the gateway of the environment, and shows its progress. */
export async function runCommandRequest<Result>(
  { flags, host, token, request }: CommandRequest,
  context: CliContext,
  useCase: (context: GenerateContext) => Promise<Result>,
): Promise<Result> {
  const progress = openProgressView(flags, context)
  try {
    const generateContext = {
      host,
      token,
      gateway: await openOwnGateway(request, context),
      maxCommits: readMaxCommits(flags, context),
      signal: context.signal,
      deadlineAt: Date.now() + context.environment.deadlineMs,
      onProgress: progress.show,
      stageQueue: context.stageQueue,
      onEntry: () => {},
      memoize: noCache,
      maxMatchSteps: Number.POSITIVE_INFINITY,
    }
    return await withFlagErrors(() => useCase(generateContext))
  } finally {
    progress.end()
  }
}

/** The warnings of a command for all packages, of which some have no changes most of the time. */
export function withoutUnchangedPackages(warnings: Warning[]): Warning[] {
  return warnings.filter(({ code }) => code !== 'package-unmatched')
}

/** Prints warnings to standard error. */
export function printWarnings(warnings: Warning[], { printError, colors }: CliContext): void {
  const label = colors.error('warning', 'warning:')
  for (const { detail } of warnings) printError(`${label} ${withFlagNames(detail)}\n`)
}

/** Runs work whose problems name request fields, and names the flags instead. */
async function withFlagErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { code, message, faults, retryAfter, cause } = error
    throw new Problem(code, withFlagNames(message), {
      faults,
      cause,
      ...(retryAfter === null ? {} : { retryAfter }),
    })
  }
}

function openProgressView(flags: FlagValues, { isTerminal, printError }: CliContext): ProgressView {
  if (flags.has('quiet')) return noProgress
  return isTerminal ? progressBar(printError) : planLines(printError)
}

/** Parses a request; its errors name the flags instead of the fields. */
function parseFlagRequest(body: Record<string, unknown>): ParsedGenerateRequest {
  try {
    return parseGenerateRequest(body, { defaultFrom: previousRelease })
  } catch (error) {
    throw error instanceof Problem ? invalidFlags(error) : error
  }
}

function invalidFlags({ code, faults, cause }: Problem): Problem {
  const lines = faults.map(({ pointer, detail }) => {
    const [, field = '', index] = pointer.split('/')
    const name = fieldFlags.find((flag) => flag.field === field)?.name ?? field
    return `  --${name}${index === undefined ? '' : ` (number ${Number(index) + 1})`}: ${detail}\n`
  })
  const heading = lines.length === 1 ? 'Invalid flag' : `${lines.length} invalid flags`
  return new Problem(
    code,
    `${heading}:\n${lines.join('')}Run the command with --help to see what each flag takes.`,
    {
      cause,
    },
  )
}

function toBody(flags: FlagValues): Record<string, unknown> {
  const used = fieldFlags.filter(({ name }) => flags.has(name))
  return Object.fromEntries(
    used.map(({ name, field, negates }) => [field, negates ? false : flags.get(name)]),
  )
}

function readMaxCommits(flags: FlagValues, { environment }: CliContext): number {
  const value = flags.get('max-commits')
  if (value === undefined) return environment.maxCommits ?? defaultMaxCommits
  if (!/^[1-9]\d{0,8}$/.test(String(value))) {
    throw new Problem(
      'invalid_request',
      `Invalid --max-commits "${String(value).slice(0, 40)}": must be a whole number, 1 or greater.`,
    )
  }
  return Number(value)
}
