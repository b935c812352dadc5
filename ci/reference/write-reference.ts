import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { generateRequestSchema } from '../../src/api/generate-request.ts'
import { notesRequestSchema } from '../../src/api/notes-request.ts'
import { releaseRequestSchema } from '../../src/api/release-request.ts'
import { commands } from '../../src/cli/command-table.ts'
import { listVariables } from '../../src/config/environment.ts'
import { problems } from '../../src/core/errors.ts'
import type { Host } from '../../src/core/host.ts'
import { isTransient, type WarningCode } from '../../src/core/warnings.ts'
import { describeLocalTools } from '../../src/mcp/describe-tools.ts'
import { commonNames } from '../../src/mcp/tool.ts'
import { buildService } from '../../src/server/server.ts'
import { serverContext } from '../../test/support/server-context.ts'
import { configKeys } from './config-keys.ts'
import { type FieldSchema, fieldsOf, fieldTable } from './schema-fields.ts'
import { table } from './table.ts'
import { variableMeanings } from './variable-meanings.ts'
import { warningMeanings } from './warning-meanings.ts'

/**
 * Writes the generated parts of the reference pages, from the schemas and tables of the code. A part stands between
 * `<!-- generated: name -->` and `<!-- /generated -->`. Usage: npm run docs:reference
 */
const root = join(import.meta.dirname, '../..')
const folder = join(root, 'docs/reference')
const marked = /(<!-- generated: ([\w-]+) -->\n)[\s\S]*?(<!-- \/generated -->)/g

/** Every reference page with its current text and the text that it should have. */
export async function referencePages(): Promise<{ path: string; text: string; current: string }[]> {
  const parts = await generatedParts()
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => {
      const path = join(folder, file)
      const current = readFileSync(path, 'utf8')
      const text = current.replace(marked, (_all, begin: string, name: string, end: string) => {
        const part = parts.get(name)
        if (part === undefined) throw new Error(`${file} has the unknown generated part ${name}.`)
        return `${begin}\n${part.trimEnd()}\n\n${end}`
      })
      return { path, text, current }
    })
}

async function generatedParts(): Promise<Map<string, string>> {
  return new Map([
    ['config-keys', configKeys()],
    ['commands', commandSections()],
    ['fields-generate', fieldsOf(generateRequestSchema)],
    ['fields-render', fieldsOf(notesRequestSchema)],
    ['fields-releases', fieldsOf(releaseRequestSchema)],
    ['endpoints', await endpoints()],
    ['tools', toolSections()],
    ['action-inputs', actionTable('inputs')],
    ['action-outputs', actionTable('outputs')],
    ['variables', variables()],
    ['errors', errors()],
    ['warnings', warnings()],
  ])
}

function commandSections(): string {
  return commands
    .map(({ name, description, usage, flags, examples }) => {
      const rows = flags.map(({ name, short, value, describe, multiple }) => [
        `\`${short === undefined ? '' : `-${short}, `}--${name}${value === null ? '' : ` ${value}`}\`${multiple ? ' (repeatable)' : ''}`,
        describe(),
      ])
      const flagTable = rows.length === 0 ? '' : `\n${table(['flag', 'meaning'], rows)}`
      const shown = examples.length === 0 ? '' : `\n\`\`\`sh illustration\n${examples.join('\n')}\n\`\`\`\n`
      return `## ${name}\n\n${escapeAngles(description)}\n\n\`${usage}\`\n${shown}${flagTable}`
    })
    .join('\n')
}

/** The meanings of arguments that the tools leave to their names, because every agent pays for the list of tools. */
const toolArguments: Record<string, string> = {
  draft: 'The `draft` that check_notes returned.',
  entries: 'The entries of the notes.',
  omit: 'The changes to exclude, each with the reason.',
  summary: 'One or two sentences about the whole release.',
  language: 'The language of the notes, as a BCP 47 tag.',
}

function toolSections(): string {
  return describeLocalTools()
    .map(({ name, description, input }, index) => {
      const all = Object.entries((input as FieldSchema).properties ?? {})
      const isCommon = (field: string) => index > 0 && commonNames.includes(field)
      const common = all.filter(([field]) => isCommon(field)).map(([field]) => `\`${field}\``)
      const own = all
        .filter(([field]) => !isCommon(field))
        .map(([field, schema]): [string, FieldSchema] => [
          field,
          { description: toolArguments[field] ?? '', ...schema },
        ])
      const shared =
        common.length === 0
          ? ''
          : `\nIt also takes these arguments of \`resolve_range\`: ${common.join(', ')}.\n`
      const fields = own.length === 0 ? '' : fieldTable({ ...input, properties: Object.fromEntries(own) })
      return `## ${name}\n\n${escapeAngles(description)}\n\n${fields}${shared}`
    })
    .join('\n')
}

/** Outside of code, the site takes angle brackets for elements. */
function escapeAngles(text: string): string {
  return text.replace(/`[^`]*`|</g, (found) => (found === '<' ? '&lt;' : found))
}

async function endpoints(): Promise<string> {
  const { app } = await buildService(serverContext([{ name: 'local' } as Host]), 'silent')
  const document = (await app.inject('/api/v1/openapi.json')).json() as {
    paths: Record<string, Record<string, { summary?: string }>>
  }
  await app.close()
  const rows = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary = '' }]) => [
      `\`${method.toUpperCase()} ${path}\``,
      summary,
    ]),
  )
  return table(['endpoint', 'what it does'], rows)
}

function actionTable(part: 'inputs' | 'outputs'): string {
  const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Record<
    typeof part,
    Record<string, { description: string; default?: string }>
  >
  const rows = Object.entries(action[part]).map(([name, { description, default: value }]) => [
    `\`${name}\``,
    ...(part === 'inputs' ? [value === undefined ? '' : `\`${value}\``] : []),
    description,
  ])
  return table(part === 'inputs' ? ['input', 'default', 'meaning'] : ['output', 'meaning'], rows)
}

function variables(): string {
  const defaults = new Map(listVariables().map(({ name, default: value }) => [name, value]))
  // Every process reads PATH.
  defaults.delete('PATH')
  const missing = [...defaults.keys()].filter((name) => !(name in variableMeanings))
  if (missing.length > 0) throw new Error(`ci/reference/variable-meanings.ts lacks ${missing.join(', ')}.`)
  const rows = Object.entries(variableMeanings).map(([name, meaning]) => {
    const value = defaults.get(name)
    if (value === undefined) throw new Error(`${name} is not an environment variable that is read.`)
    return [`\`${name}\``, value === null ? '' : `\`${value}\``, meaning]
  })
  return table(['variable', 'default', 'meaning'], rows)
}

function errors(): string {
  const rows = Object.entries<{ status: number; exit: number; title: string; retryable?: boolean }>(
    problems,
  ).map(([code, { status, exit, title, retryable }]) => [
    `\`${code}\``,
    String(status),
    String(exit),
    retryable ? 'yes' : 'no',
    `${title}.`,
  ])
  return table(['code', 'HTTP status', 'exit code', 'retry', 'meaning'], rows)
}

function warnings(): string {
  const rows = Object.entries(warningMeanings).map(([code, meaning]) => [
    `\`${code}\``,
    isTransient({ code: code as WarningCode, detail: '' }) ? 'yes' : 'no',
    meaning,
  ])
  return table(['code', 'transient', 'meaning'], rows)
}

if (process.argv[1] === import.meta.filename)
  for (const { path, text } of await referencePages()) writeFileSync(path, text)
