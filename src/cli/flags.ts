import { generateRequestSchema } from '../api/generate-request.ts'
import { Problem } from '../core/errors.ts'
import { formats } from '../core/format.ts'
import { suggestName } from '../text/suggest-name.ts'

/** What a shell can complete the value of a flag with. */
type ValueKind = 'file' | 'folder' | 'ref'

/** A flag of a command. */
export interface Flag {
  name: string
  /** The letter of its short form. */
  short?: string
  /** The placeholder of its value in the help; null for a switch. */
  value: string | null
  /** Describes it; called only when the help is shown. */
  describe: () => string
  multiple: boolean
  /** The request field that the flag sets; null for flags that only the command line has. */
  field: string | null
  /** Whether the flag sets its field to false. */
  negates?: true
  /** The values that a shell offers, if they are few. */
  choices?: () => readonly string[]
  /** What else a shell offers as its value. */
  completes?: ValueKind
}

/** The values of the given flags, by name. */
export type FlagValues = Map<string, string | string[] | boolean>

const shortNames = new Map([
  ['repoFullName', 'repo'],
  ['fromRef', 'from'],
  ['toRef', 'to'],
])
const aliases = new Set(shortNames.values())
// On the command line a configuration is a file.
const notFlags = new Set(['config'])

const flagNames = new Map(
  Object.keys(generateRequestSchema.shape)
    .filter((field) => !aliases.has(field))
    .map((field) => [field, shortNames.get(field) ?? (field === 'diffs' ? 'no-diffs' : field)]),
)

/** Replaces the names of request fields in a text with the names of their flags. */
export function withFlagNames(text: string): string {
  return text.replace(/`(\w{2,20})`|\b(fromRef|toRef)\b/g, (match, field?: string, ref?: string) => {
    const name = flagNames.get(field ?? ref ?? '')
    return name === undefined ? match : `--${name}`
  })
}

/** A flag that sets no request field. */
export function cliFlag(
  name: string,
  value: string | null,
  description: string,
  more: Partial<Flag> = {},
): Flag {
  return { name, value, describe: () => description, multiple: false, field: null, ...more }
}

type FieldSchema = (typeof generateRequestSchema.shape)[keyof typeof generateRequestSchema.shape]

const negatedDescriptions = new Map([
  [
    'diffs',
    'Do not read the changed files. This is faster, but the notes lack changelog lines by the authors, names of flags, options and functions, and raised minimum versions.',
  ],
])

/** The flags that set the fields of a request, in the order of the schema. */
export function requestFlags(): Flag[] {
  return Object.entries(generateRequestSchema.shape)
    .filter(([field]) => !aliases.has(field) && !notFlags.has(field))
    .map(([field, schema]) => {
      const type = typeOfField(schema)
      const isOnByDefault = type === 'boolean' && schema.safeParse(undefined).data === true
      if (isOnByDefault) {
        const describe = () => withFlagNames(`${negatedDescriptions.get(field) ?? `Turn off \`${field}\`.`}`)
        return { name: `no-${field}`, value: null, describe, multiple: false, field, negates: true }
      }
      return {
        name: shortNames.get(field) ?? field,
        value: type === 'boolean' ? null : field.toUpperCase().replace(/FULLNAME$|REF$/, ''),
        describe: () => describeField(schema),
        multiple: type === 'array',
        field,
        ...(type === 'enum' && { choices: () => choicesOf(schema) }),
        ...shellHints.get(field),
      }
    })
}

/** What a shell needs to know about fields beyond their schema. */
const shellHints = new Map<string, Pick<Flag, 'short' | 'choices' | 'completes'>>([
  ['fromRef', { completes: 'ref' }],
  ['toRef', { completes: 'ref' }],
  ['format', { short: 'f', choices: () => formats }],
  ['paths', { completes: 'file' }],
])

function choicesOf(schema: FieldSchema): string[] {
  return (schema.toJSONSchema({ io: 'input', unrepresentable: 'any' }).enum ?? []).map(String)
}

/** The type of a field, without its default or optional wrapper. */
function typeOfField({ def }: FieldSchema): string {
  return def.innerType.type
}

function describeField(schema: FieldSchema): string {
  const { default: defaultValue, enum: choices } = schema.toJSONSchema({
    io: 'input',
    unrepresentable: 'any',
  })
  const suffix =
    defaultValue === undefined || defaultValue === false || Array.isArray(defaultValue)
      ? ''
      : ` Default: ${defaultValue}.`
  const options = choices ? ` One of ${choices.join(', ')}.` : ''
  return withFlagNames(`${schema.description ?? ''}${options}${suffix}`)
}

/** The flags of a command line, and its other arguments. */
export interface ParsedArguments {
  values: FlagValues
  words: string[]
}

/** Parses the arguments of a command; the error for an unknown flag suggests a similar one. */
export function parseFlags(
  args: string[],
  flags: Flag[],
  { command, allowWords }: { command: string; allowWords: boolean },
): ParsedArguments {
  const options = Object.fromEntries(
    flags.map(({ name, short, value, multiple }) => [
      name,
      {
        type: value === null ? ('boolean' as const) : ('string' as const),
        multiple,
        ...(short !== undefined && { short }),
      },
    ]),
  )
  try {
    // Importing node:util would load much more of Node, which takes longer than parsing the arguments.
    const { parseArgs } = process.getBuiltinModule('node:util')
    const { values, positionals } = parseArgs({ args, options, strict: true, allowPositionals: allowWords })
    return {
      values: new Map(Object.entries(values as Record<string, string | string[] | boolean>)),
      words: positionals,
    }
  } catch (error) {
    throw new Problem(
      'invalid_request',
      `${explain(error, flags)} Run \`notewright ${command} --help\` to list the flags.`,
      { cause: error },
    )
  }
}

function explain(error: unknown, flags: Flag[]): string {
  const message = error instanceof Error ? error.message.split('\n')[0]! : String(error)
  const [, dashes = '', unknown] = /^Unknown option '(--?)([^']*)'/.exec(message) ?? []
  if (unknown === undefined) return message.replace(/\.?$/, '.')
  if (dashes === '-') return `Unknown flag -${unknown}.`
  const suggestion = suggestName(
    unknown,
    flags.map(({ name }) => name),
  )
  return `Unknown flag --${unknown}.${suggestion === null ? '' : ` Did you mean --${suggestion}?`}`
}
