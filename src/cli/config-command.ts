import { checkConfig, checkRepositoryConfig, type RepositoryConfigCheck } from '../app/check-config.ts'
import { unknownPackage } from '../app/load-config.ts'
import { readRepositoryConfig } from '../app/read-repository-config.ts'
import { effectiveConfig } from '../config/repository/effective-config.ts'
import { resolvePackage } from '../config/repository/resolve-package.ts'
import { Problem } from '../core/errors.ts'
import { previousRelease } from '../core/release-words.ts'
import type { RepositoryConfig } from '../core/repository-config.ts'
import { formatFault } from '../text/format-fault.ts'
import { suggestName } from '../text/suggest-name.ts'
import type { CliContext } from './cli-context.ts'
import { openCommandRequest, runCommandRequest } from './command-request.ts'
import { findConfig, type LocalConfigFile, readConfigFile } from './find-config.ts'
import type { FlagValues } from './flags.ts'

const actions = ['check', 'show', 'schema']

/** `notewright config`: checks the configuration file, shows what is in effect, or prints the JSON Schema. */
export async function configCommand(
  values: FlagValues,
  context: CliContext,
  [action = '', file, ...others]: string[],
): Promise<void> {
  if (others.length > 0) {
    throw new Problem(
      'invalid_request',
      `Unexpected argument "${others[0]!.slice(0, 60)}". \`notewright config ${action}\` takes one file.`,
    )
  }
  if (!actions.includes(action)) {
    const nearest = suggestName(action, actions)
    throw new Problem(
      'invalid_request',
      `Unknown action "${action.slice(0, 60)}".${nearest === null ? '' : ` Did you mean "${nearest}"?`} Use \`notewright config check\`, \`show\` or \`schema\`.`,
    )
  }
  if (action === 'schema') {
    const { configJsonSchema } = await import('../config/repository/json-schema.ts')
    return context.print(`${JSON.stringify(configJsonSchema(), null, 2)}\n`)
  }
  const found = await openConfig(
    file ?? (values.has('config') ? String(values.get('config')) : null),
    values,
    context,
  )
  if (action === 'check') return check(found, values, context)
  return show(found, values, context)
}

async function openConfig(
  file: string | null,
  values: FlagValues,
  context: CliContext,
): Promise<LocalConfigFile | null> {
  if (file !== null) return readConfigFile(file, context)
  const folder = String(values.get('dir') ?? '.')
  const clone = await context.openClone(folder)
  return findConfig(clone?.root ?? folder, context)
}

async function check(found: LocalConfigFile | null, values: FlagValues, context: CliContext): Promise<void> {
  if (found === null) {
    throw new Problem(
      'invalid_request',
      'There is no configuration file to check. Create notewright.yml at the root of the repository, or name a file.',
    )
  }
  const { path, others } = found
  const { valid, errors, hints, unfitting } = await checkInClone(found, values, context)
  if (values.has('json')) context.print(`${JSON.stringify({ path, valid, errors, hints, unfitting })}\n`)
  if (!valid) {
    const count = errors.length === 1 ? '1 error' : `${errors.length} errors`
    throw new Problem('config_invalid', `${path} is not valid: ${count}.`, { faults: errors })
  }
  if (values.has('json')) return
  if (values.has('quiet')) return
  context.print(`${path} is valid.\n`)
  for (const other of others) context.print(`hint: ${other} is ignored, because ${path} exists.\n`)
  for (const hint of hints) context.print(`hint: ${formatFault(hint)}\n`)
  for (const each of unfitting) context.print(`hint: ${path}: ${each}.\n`)
}

/** Checks the file against the clone that it is for; only the file if the folder is no clone. */
async function checkInClone(
  file: LocalConfigFile,
  values: FlagValues,
  context: CliContext,
): Promise<Omit<RepositoryConfigCheck, 'path'>> {
  const folder = String(values.get('dir') ?? '.')
  if (!(await context.openClone(folder))) return { ...(await checkConfig(file)), unfitting: [] }
  const flags: FlagValues = new Map<string, string | boolean>([
    ['dir', folder],
    ['no-config', true],
    ['quiet', true],
    ['from', previousRelease],
    ['writer', 'rules'],
    ...(values.has('package') ? ([['package', String(values.get('package'))]] as const) : []),
  ])
  const opened = await openCommandRequest(flags, context)
  return runCommandRequest(opened, context, (generateContext) =>
    checkRepositoryConfig(file, opened.request, { ...generateContext, maxPackages: 50 }),
  )
}

function packageConfig(config: RepositoryConfig, name: string): RepositoryConfig {
  const found = resolvePackage(config, name)
  if (!found) throw unknownPackage(name, config)
  const { places: _places, ...settings } = found.config
  return settings
}

async function show(found: LocalConfigFile | null, values: FlagValues, context: CliContext): Promise<void> {
  const [{ invalidConfig }, { printConfig }] = await Promise.all([
    import('../config/repository/config-problem.ts'),
    import('../config/repository/print-config.ts'),
  ])
  const { path, text } = found ?? { path: 'notewright.yml', text: '' }
  const { config, errors } = await readRepositoryConfig(text, path)
  if (config === null) throw invalidConfig(path, errors)
  const packageName = values.get('package')
  const shown = packageName === undefined ? config : packageConfig(config, String(packageName))
  const effective = effectiveConfig(shown, path)
  context.print(values.has('json') ? `${JSON.stringify(effective.config)}\n` : printConfig(effective))
}
