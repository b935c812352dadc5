import { Problem } from '../core/errors.ts'

/** The styles of text on a terminal. */
type Style = 'error' | 'warning' | 'heading' | 'added' | 'removed'

/** Styles a text; without colours it returns the text as it is. */
export type Paint = (style: Style, text: string) => string

/** How to style the text of standard output and of standard error. */
export interface Colors {
  output: Paint
  error: Paint
}

/** Whether the streams show colours: they are terminals, and the environment does not turn colours off. */
export interface ColorSupport {
  output: boolean
  error: boolean
}

/** The values of `--color`. */
export const colorChoices = ['auto', 'always', 'never'] as const

const codes: Record<Style, [start: number, end: number]> = {
  error: [31, 39],
  warning: [33, 39],
  heading: [1, 22],
  added: [32, 39],
  removed: [31, 39],
}

const paint: Paint = (style, text) => `\u001b[${codes[style][0]}m${text}\u001b[${codes[style][1]}m`
const plain: Paint = (_style, text) => text

/** Chooses colours by `--color`, which is looked up before the flags are parsed so that it applies to their errors too. */
export function chooseColors(args: string[], support: ColorSupport): Colors {
  const choice = findChoice(args)
  const choose = (isSupported: boolean) =>
    choice === 'always' || (choice !== 'never' && isSupported) ? paint : plain
  return { output: choose(support.output), error: choose(support.error) }
}

function findChoice(args: string[]): string {
  const flagsEnd = args.indexOf('--')
  const flags = flagsEnd === -1 ? args : args.slice(0, flagsEnd)
  const index = flags.findLastIndex((arg) => arg === '--color' || arg.startsWith('--color='))
  if (index === -1) return 'auto'
  return flags[index]!.startsWith('--color=')
    ? flags[index]!.slice('--color='.length)
    : (flags[index + 1] ?? '')
}

/** Rejects an unknown value of `--color`. */
export function checkColorChoice(value: unknown): void {
  if (value === undefined || colorChoices.some((choice) => choice === value)) return
  throw new Problem(
    'invalid_request',
    `Invalid --color "${String(value).slice(0, 40)}": must be auto, always or never.`,
  )
}

/** Styles the lines of the unified diff of one file. */
export function paintDiff(diff: string, paintLine: Paint): string {
  let isInHunk = false
  const styleOf = (line: string): Style | null => {
    isInHunk ||= line.startsWith('@@')
    if (!isInHunk || line.startsWith('@@')) return 'heading'
    if (line.startsWith('+')) return 'added'
    return line.startsWith('-') ? 'removed' : null
  }
  return diff
    .split('\n')
    .map((line) => {
      const style = styleOf(line)
      return style === null ? line : paintLine(style, line)
    })
    .join('\n')
}
