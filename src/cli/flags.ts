import { nearest } from '../api/nearest.ts'
import { requestSchema } from '../api/request.ts'
import { Problem } from '../core/errors.ts'

/** One flag of a command, as its help shows it. */
export interface Flag {
  name: string
  /** What stands for the value; null for a switch. */
  value: string | null
  /** What it is for, in the words of its help; worked out when somebody asks. */
  about: () => string
  multiple: boolean
  /** The request field that the flag fills; null for flags of the command line alone. */
  field: string | null
}

const shortNames = new Map([
  ['repoFullName', 'repo'],
  ['fromRef', 'from'],
  ['toRef', 'to'],
])
const aliases = new Set(shortNames.values())

const flagNames = new Map(
  Object.keys(requestSchema.shape)
    .filter((field) => !aliases.has(field))
    .map((field) => [field, shortNames.get(field) ?? field]),
)

/** A text about a request, which calls its fields as the command line does. */
export function inFlagWords(text: string): string {
  return text.replace(/`(\w{2,20})`|\b(fromRef|toRef)\b/g, (whole, field?: string, ref?: string) => {
    const name = flagNames.get(field ?? ref ?? '')
    return name === undefined ? whole : `--${name}`
  })
}

/** A flag of the command line alone. */
export function ownFlag(name: string, value: string | null, about: string): Flag {
  return { name, value, about: () => about, multiple: false, field: null }
}

type FieldSchema = (typeof requestSchema.shape)[keyof typeof requestSchema.shape]

/** The flags that the fields of a request give, in the order of the schema. */
export function requestFlags(): Flag[] {
  return Object.entries(requestSchema.shape)
    .filter(([field]) => !aliases.has(field))
    .map(([field, schema]) => {
      const kind = kindOf(schema)
      return {
        name: shortNames.get(field) ?? field,
        value: kind === 'boolean' ? null : field.toUpperCase().replace(/FULLNAME$|REF$/, ''),
        about: () => describe(schema),
        multiple: kind === 'array',
        field,
      }
    })
}

/** The kind of value that a field takes, below what lets it be left out. */
function kindOf({ def }: FieldSchema): string {
  return def.innerType.type
}

function describe(schema: FieldSchema): string {
  const { default: preset, enum: choices } = schema.toJSONSchema({ io: 'input', unrepresentable: 'any' })
  const suffix =
    preset === undefined || preset === false || Array.isArray(preset) ? '' : ` Default: ${preset}.`
  const options = choices ? ` One of ${choices.join(', ')}.` : ''
  return inFlagWords(`${schema.description ?? ''}${options}${suffix}`)
}

/** The words of a command line as flags; a word that fits nowhere is refused with the nearest one that would. */
export function readFlags(
  words: string[],
  flags: Flag[],
  command: string,
): Map<string, string | string[] | boolean> {
  const options = Object.fromEntries(
    flags.map(({ name, value, multiple }) => [
      name,
      { type: value === null ? ('boolean' as const) : ('string' as const), multiple },
    ]),
  )
  try {
    // An import would load all of its neighbours too, which takes longer than reading the words.
    const { parseArgs } = process.getBuiltinModule('node:util')
    const { values } = parseArgs({ args: words, options, strict: true, allowPositionals: false })
    return new Map(Object.entries(values as Record<string, string | string[] | boolean>))
  } catch (error) {
    throw new Problem(
      'invalid_request',
      `${explain(error, flags)} \`notewright ${command} --help\` lists the flags.`,
      { cause: error },
    )
  }
}

function explain(error: unknown, flags: Flag[]): string {
  const message = error instanceof Error ? error.message.split('\n')[0]! : String(error)
  const unknown = /^Unknown option '--?([^']*)'/.exec(message)?.[1]
  if (unknown === undefined) return message.replace(/\.?$/, '.')
  const close = nearest(
    unknown,
    flags.map(({ name }) => name),
  )
  return `There is no flag --${unknown}.${close === null ? '' : ` Did you mean --${close}?`}`
}
