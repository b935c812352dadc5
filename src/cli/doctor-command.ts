import { parseDoctorRequest } from '../api/doctor-request.ts'
import { diagnoseHost } from '../app/diagnose-host.ts'
import type { Diagnosis, DiagnosisStep } from '../core/diagnosis.ts'
import { Problem } from '../core/errors.ts'
import type { CliContext } from './cli-context.ts'
import type { FlagValues } from './flags.ts'
import { connectHost } from './open-repository.ts'

/** `notewright doctor`: checks a host, its token and a repository step by step. */
export async function doctorCommand(values: FlagValues, context: CliContext): Promise<void> {
  const read = (name: string) => (values.has(name) ? String(values.get(name)) : undefined)
  const { host: hostName, repoFullName } = parseDoctorRequest({ host: read('host'), repo: read('repo') })
  const { host, token } = await connectHost(context, hostName)
  const deadlineAt = Date.now() + context.environment.deadlineMs
  const diagnosis = await diagnoseHost(host, { token, repoFullName, signal: context.signal, deadlineAt })
  context.print(values.has('json') ? `${JSON.stringify(diagnosis)}\n` : describe(diagnosis, values))
  const failed = diagnosis.steps.find(({ status }) => status === 'failed')
  if (failed) throw new Problem(failed.code ?? 'internal', failed.detail)
}

const marks = { ok: 'ok     ', warning: 'warning', failed: 'FAILED ', skipped: 'skipped' }

function describe({ host, kind, repoFullName, ok, steps }: Diagnosis, values: FlagValues): string {
  const subject = repoFullName === null ? '' : `, repository ${repoFullName}`
  const isQuiet = values.has('quiet')
  const result = ok
    ? repoFullName === null
      ? 'The host accepts the token. Check a repository with --repo OWNER/REPO.'
      : 'Notes can be generated.'
    : 'Notes cannot be generated.'
  return `Host ${host} (${kind})${subject}\n\n${steps.map((step) => describeStep(step, isQuiet)).join('')}\n${result}\n`
}

function describeStep(
  { id, status, detail, milliseconds, requests }: DiagnosisStep,
  isQuiet: boolean,
): string {
  const bytes = requests.reduce((sum, request) => sum + request.bytes, 0)
  const cost = requests.length === 0 ? '' : ` (${milliseconds} ms, ${formatBytes(bytes)})`
  const lines = requests.map(
    (request) =>
      `           ${request.method} ${request.path.slice(0, 120)} -> ${request.status ?? 'no response'}, ${request.milliseconds} ms, ${formatBytes(request.bytes)}\n`,
  )
  return `${marks[status]} ${id}: ${detail}${cost}\n${isQuiet ? '' : lines.join('')}`
}

function formatBytes(bytes: number): string {
  return bytes < 10_000 ? `${bytes} bytes` : `${Math.round(bytes / 1000)} kB`
}
