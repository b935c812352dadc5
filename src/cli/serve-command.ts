import type { AddressInfo } from 'node:net'
import { chooseHost } from '../api/choose-host.ts'
import { version } from '../config/package.ts'
import { Problem } from '../core/errors.ts'
import { buildService, type Service } from '../server/server.ts'
import { Idempotency } from '../state/idempotency.ts'
import { MemoCache } from '../state/memo-cache.ts'
import { openState } from '../state/open-state.ts'
import { SingleFlight } from '../state/single-flight.ts'
import type { CliContext } from './cli-context.ts'
import { ownFlag, readFlags } from './flags.ts'
import { gatewayFinder } from './gateway-finder.ts'
import { commandHelp } from './help.ts'

const defaultMaxCommits = 2000
const drainMs = 30_000
const shedDelayMs = 250

const flags = [
  ownFlag('port', 'PORT', 'The port to listen on; 0 takes a free one. Default: PORT, else 3000.'),
  ownFlag('address', 'ADDRESS', 'The address to listen on. Default: NOTEWRIGHT_ADDRESS, else 127.0.0.1.'),
  ownFlag(
    'local',
    'DIR',
    'Serve the repositories below this folder, and the folder itself when it is one. Default: NOTEWRIGHT_LOCAL_ROOT.',
  ),
  ownFlag('help', null, 'Show this help.'),
]

/** `notewright serve`: answers over HTTP until it is told to stop. */
export async function serveCommand(words: string[], context: CliContext): Promise<void> {
  const given = readFlags(words, flags, 'serve')
  if (given.has('help')) return context.print(help())
  const { environment } = context
  const root = given.get('local') ?? environment.localRoot
  const folder = root === null ? null : await context.openFolder(String(root))
  if (root !== null && !folder) {
    throw new Problem('repository_not_found', `There is no folder ${root}. Name one with --local DIR.`)
  }
  const metrics = await context.openMetrics()
  const log = (line: string) => context.complain(`${line}\n`)
  const state = await openState({ ...environment, metrics, log, kind: 'service' })
  const hosts = await context.openHosts(state.store)
  if (folder) hosts.set('local', folder.host)
  const defaultHost = environment.defaultHost ?? (folder ? 'local' : 'github')
  chooseHost(hosts, defaultHost)
  const tracing = await context.openTraces(metrics)
  const service = await buildService(
    {
      traces: tracing?.traces ?? null,
      gatewayFor: await gatewayFinder(context),
      model: environment.model,
      metrics,
      memoCache: new MemoCache(environment.secret),
      hosts,
      defaultHost,
      limits: state.limits,
      flights: new SingleFlight(state.store, Date.now),
      idempotency: new Idempotency(state.store, environment.secret),
      stateNote: state.note,
      jobs: state.jobs,
      requestsPerMinute: environment.requestsPerMinute,
      maxInFlight: environment.maxInFlight,
      allowedOrigins: environment.allowedOrigins,
      maxCommits: environment.maxCommits ?? defaultMaxCommits,
      deadlineMs: environment.deadlineMs,
      shedDelayMs,
      secret: environment.secret,
    },
    environment.logLevel,
  )
  const origin = await listen(
    service,
    readPort(given.get('port'), environment.port),
    String(given.get('address') ?? environment.address),
  )
  context.print(folder ? localGreeting(origin, folder.sample, context) : greeting(origin))
  await context.untilStopped()
  await within(drainMs, service.drain())
  await state.close()
  await tracing?.close()
}

function readPort(given: string | string[] | boolean | undefined, preset: number): number {
  if (given === undefined) return preset
  if (/^\d{1,5}$/.test(String(given)) && Number(given) <= 65535) return Number(given)
  throw new Problem(
    'invalid_request',
    `--port takes a number from 0 to 65535, not "${String(given).slice(0, 40)}".`,
  )
}

async function listen({ app }: Service, port: number, address: string): Promise<string> {
  try {
    await app.listen({ port, host: address })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'an error'
    const why = code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${code})`
    throw new Problem(
      'invalid_request',
      `Port ${port} on ${address} ${why}. Choose another with --port or PORT.`,
      { cause: error },
    )
  }
  const bound = app.addresses()[0] as AddressInfo
  const anywhere = bound.address === '0.0.0.0' || bound.address === '::'
  const name = anywhere ? '127.0.0.1' : bound.family === 'IPv6' ? `[${bound.address}]` : bound.address
  return `http://${name}:${bound.port}`
}

function greeting(origin: string): string {
  return `Notewright ${version} listens on ${origin} (reference: ${origin}/docs).

Open ${origin}/ to choose, curate and publish by hand, or ask it:

curl -s ${origin}/api/v1/generate -H "Authorization: Bearer $GITHUB_TOKEN" -H "Content-Type: application/json" -d '{"repoFullName":"owner/repo"}'

`
}

function localGreeting(origin: string, sample: string | null, { environment }: CliContext): string {
  // A token that the operator chose is a secret of theirs: the line works where the variable is set.
  const token = environment.isLocalTokenGenerated ? environment.localToken : '$NOTEWRIGHT_LOCAL_TOKEN'
  // What stands after the # stays in the browser: the page signs in with it and takes it out of the address.
  const link = environment.isLocalTokenGenerated ? `${origin}/#token=${environment.localToken}` : `${origin}/`
  const body = JSON.stringify({ repoFullName: sample ?? 'owner/repo' })
  return `Notewright ${version} listens on ${origin} (reference: ${origin}/docs)
${sample === null ? 'No repository was found yet; put them at owner/repo below the served folder.' : `Serving ${sample}.`}

Open ${link} to choose, curate and publish by hand, or ask it:

curl -s ${origin}/api/v1/generate -H "Authorization: Bearer ${token}" -H "Content-Type: application/json" -d '${body}'

`
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}

function help(): string {
  return commandHelp({
    usage: 'notewright serve [--port PORT] [--address ADDRESS] [--local DIR]',
    about:
      'Answers over HTTP: the interface that /docs describes, the editor, and the tools for agents. Prints a ready curl line when it listens; the log goes to standard error.',
    flags,
    examples: [
      'notewright serve --local .',
      'notewright serve --local ~/repositories --port 8080',
      'PORT=8080 notewright serve --local .',
    ],
  })
}
