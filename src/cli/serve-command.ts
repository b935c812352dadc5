import type { AddressInfo } from 'node:net'
import { chooseHost } from '../api/choose-host.ts'
import { Problem } from '../core/errors.ts'
import { version } from '../core/package.ts'
import { isLoopback } from '../server/check-server-name.ts'
import { buildService, type Service } from '../server/server.ts'
import { Idempotency } from '../state/idempotency.ts'
import { MemoCache } from '../state/memo-cache.ts'
import { MemoryStore } from '../state/memory-store.ts'
import { openState } from '../state/open-state.ts'
import { SharedDrafts } from '../state/shared-drafts.ts'
import { SingleFlight } from '../state/single-flight.ts'
import { ThreadPool } from '../workers/thread-pool.ts'
import type { CliContext } from './cli-context.ts'
import type { FlagValues } from './flags.ts'
import { openCallerGateways } from './gateways.ts'

const defaultMaxCommits = 2000
const drainMs = 30_000

/** `notewright serve`: runs the HTTP server until the process is stopped. */
export async function serveCommand(values: FlagValues, context: CliContext): Promise<void> {
  const { environment } = context
  const root = values.get('local') ?? environment.localRoot
  const folder = root === null ? null : await context.openFolder(String(root))
  if (root !== null && !folder) {
    throw new Problem(
      'repository_not_found',
      `The folder ${root} does not exist. Name an existing folder with --local DIR.`,
    )
  }
  const address = String(values.get('address') ?? environment.address)
  const metrics = await context.openMetrics()
  const log = (line: string) => context.printError(`${line}\n`)
  if (environment.secretNote !== null) log(environment.secretNote)
  const state = await openState({
    kind: 'service',
    redisUrl: environment.redisUrl,
    secret: environment.secret,
    previousSecret: environment.previousSecret,
    requestsPerMinute: environment.requestsPerMinute,
    concurrency: environment.concurrency,
    listings: environment.listings,
    deadlineMs: environment.deadlineMs,
    metrics,
    log,
  })
  const pool = new ThreadPool()
  const hosts = await context.openHosts(state.store)
  if (folder) hosts.set('local', folder.host)
  const defaultHost = environment.defaultHost ?? (folder ? 'local' : 'github')
  chooseHost(hosts, defaultHost)
  const tracing = await context.openTraces(metrics)
  const service = await buildService(
    {
      traces: tracing?.traces ?? null,
      gatewayFor: await openCallerGateways(context),
      model: environment.model,
      check: environment.check,
      metrics,
      memoCache: new MemoCache(environment.secret, environment.redisUrl === null ? null : state.store),
      hosts,
      defaultHost,
      limits: state.limits,
      listingLimits: state.listingLimits,
      flights: new SingleFlight(state.store, Date.now),
      stageQueue: context.stageQueue,
      pool,
      idempotency: new Idempotency(state.store, environment.secret),
      // In memory they have a store of their own, so that answers do not displace them.
      sharedDrafts: new SharedDrafts(
        environment.redisUrl === null ? new MemoryStore(Date.now) : state.store,
        {
          now: Date.now,
          isTemporary: environment.redisUrl === null,
        },
      ),
      stateNote: state.note,
      jobs: state.jobs,
      requestsPerMinute: environment.requestsPerMinute,
      listingsPerMinute: environment.listings.requestsPerMinute,
      maxInFlight: environment.maxInFlight,
      allowedOrigins: environment.allowedOrigins,
      serverNames: serverNamesFor(address, environment.serverNames),
      maxCommits: environment.maxCommits ?? defaultMaxCommits,
      deadlineMs: environment.deadlineMs,
      shedDelayMs: environment.shedDelayMs,
      secret: environment.secret,
    },
    environment.logLevel,
  )
  const origin = await listen(service, readPort(values.get('port'), environment.port), address)
  context.print(folder ? localGreeting(origin, folder.names, context) : greeting(origin))
  await context.untilStopped()
  await waitAtMost(drainMs, service.drain())
  await pool.close()
  await state.close()
  await tracing?.close()
}

/** The names that the server answers for; null for any. Only a server for this machine alone has a default. */
function serverNamesFor(address: string, names: string[]): string[] | null {
  if (names.includes('*')) return null
  return names.length > 0 || isLoopback(address) ? names : null
}

function readPort(value: string | string[] | boolean | undefined, defaultPort: number): number {
  if (value === undefined) return defaultPort
  if (/^\d{1,5}$/.test(String(value)) && Number(value) <= 65535) return Number(value)
  throw new Problem(
    'invalid_request',
    `Invalid --port "${String(value).slice(0, 40)}": must be a number from 0 to 65535.`,
  )
}

async function listen({ app }: Service, port: number, address: string): Promise<string> {
  try {
    await app.listen({ port, host: address })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'an error'
    const reason = code === 'EADDRINUSE' ? 'is already in use' : `cannot be used (${code})`
    throw new Problem(
      'invalid_request',
      `Port ${port} on ${address} ${reason}. Choose another port with --port or PORT.`,
      { cause: error },
    )
  }
  const bound = app.addresses()[0] as AddressInfo
  const isWildcard = bound.address === '0.0.0.0' || bound.address === '::'
  const name = isWildcard ? '127.0.0.1' : bound.family === 'IPv6' ? `[${bound.address}]` : bound.address
  return `http://${name}:${bound.port}`
}

function greeting(origin: string): string {
  return `Notewright ${version} is listening on ${origin} (API reference: ${origin}/docs)

Open ${origin}/ in a browser to edit and publish notes, or call the API:

curl -s ${origin}/api/v1/generate -H "Authorization: Bearer $GITHUB_TOKEN" -H "Content-Type: application/json" -d '{"repoFullName":"owner/repo"}'

`
}

/** Says which repositories are served, how to open the editor, and how to call the API. */
function localGreeting(origin: string, names: string[], { environment }: CliContext): string {
  // A token that the operator chose is a secret and is not printed; the shell fills in the variable.
  const token = environment.isLocalTokenGenerated ? environment.localToken : '$NOTEWRIGHT_LOCAL_TOKEN'
  // The fragment never leaves the browser: the editor signs in with it and removes it from the URL.
  const link = environment.isLocalTokenGenerated ? `${origin}/#token=${environment.localToken}` : `${origin}/`
  const body = quoteForShell(JSON.stringify({ repoFullName: names[0] ?? 'owner/repo' }))
  return `Notewright ${version} is listening on ${origin} (API reference: ${origin}/docs)
${describeServed(names)}

Open ${link} in a browser to edit and publish notes, or call the API:

curl -s ${origin}/api/v1/generate -H "Authorization: Bearer ${token}" -H "Content-Type: application/json" -d ${body}

`
}

function describeServed(names: string[]): string {
  const [first, ...others] = names
  if (first === undefined)
    return 'No repository was found. Put repositories at owner/repo below the served folder.'
  return others.length === 0 ? `Serving ${first}.` : `Serving ${names.length} repositories, such as ${first}.`
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

async function waitAtMost(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([work, timeout])
  clearTimeout(timer)
}
