import type { EntriesConfig } from '../../core/repository-config.ts'
import { asLine } from './loose-values.ts'

/** How git-cliff prints an entry, in our terms. */
export type CliffLine = Pick<EntriesConfig, 'text' | 'line' | 'links' | 'breaking'>

/** What is done with the numbers of pull requests before a body prints them. */
interface NumberHandling {
  dropsNumbers: boolean
  linksNumbers: boolean
}

const maxLine = 1000
const open = '\\{%-?\\s*'
const close = '\\s*-?%\\}'
const plain = '[^{}\\n]{0,60}'

/** `{{ commit.scope | … }}`. */
const value = (name: string) => `\\{\\{-?\\s*commit\\.${name}\\s*(?:\\|[^{}\\n]{0,120})?-?\\}\\}`
/** `{% if commit.scope %}…{% endif %}`. */
const choice = (name: string, inner: string) =>
  new RegExp(`${open}if commit\\.${name}${close}${inner}${open}endif${close}`)
const link = '\\]\\([^()\\n]{0,200}\\)'

/**
 * Reads how the body of git-cliff, a Tera template, prints one commit. Null if that line has more than the parts that
 * a line of ours has.
 */
export function readCliffLine(
  body: string,
  { dropsNumbers, linksNumbers }: NumberHandling,
): CliffLine | null {
  const lines = body
    .split('\n')
    .map((line) => /^\s*[-*] (.*)$/.exec(line.slice(0, maxLine))?.[1] ?? '')
    .filter((line) => /\bcommit\.message\b/.test(line))
  const found = lines.find((line) => /\bcommit\.scope\b/.test(line)) ?? lines[0]
  if (found === undefined) return null
  // What follows the entry, such as its body, is not part of the line.
  let line = found.replace(/\{%-?\s*(?:endfor|endmacro)[\s\S]*$/, '').trimEnd()
  const marks: string[] = []
  /** Keeps a part of ours until the rest is escaped. */
  const keep = (part: string) => `\u0001${marks.push(part) - 1}\u0002`
  const take = (pattern: RegExp, part: (...groups: string[]) => string) => {
    const before = line
    line = line.replace(pattern, (_, ...groups: unknown[]) =>
      keep(part(...groups.map((group) => (typeof group === 'string' ? asLine(group) : '')))),
    )
    return line !== before
  }
  take(
    choice('scope', `(${plain})${value('scope')}(${plain})`),
    (before, after) => `{${before}scope${after}}`,
  )
  take(
    new RegExp(`(\\**[([]?)${value('scope')}([\\])]?:?\\**:? )`),
    (before, after) => `{${before}scope${after}}`,
  )
  let breaking: string | undefined
  const isMarked = take(choice('breaking', `(${plain})`), (mark) => {
    breaking = mark.trim().replace(/([{}])\1/g, '$1')
    return mark.startsWith(' ') ? '{ breaking}' : '{breaking }'
  })
  const message = new RegExp(value('message')).exec(line)?.[0] ?? ''
  const isPlain =
    /^[^|]*(?:\|\s*(?:upper_first|trim|trim_end|trim_start|safe|split\(pat="\\n"\)|first)\s*)*-?\}\}$/.test(
      message,
    )
  if (!isPlain) return null
  const prints = (name: string) => new RegExp(`\\{\\{-?\\s*commit\\.(?:remote|github)\\.${name}`).test(line)
  const hasNumber = prints('pr_number')
  const text = keep(
    `${isMarked ? '' : '{breaking }'}{text}${dropsNumbers || hasNumber ? '' : '{ (references)}'}`,
  )
  line = line.replace(message, () => text)
  const hasLink = new RegExp(link).test(line)
  const id = value('id')
  take(
    new RegExp(`(\\s?(?:[-–] )?\\(?)\\[\`?${id}\`?\\]\\([^\\n]{0,200}?${id}\\)(\\)?)`),
    (before, after) => `{${before}commit${after}}`,
  )
  take(new RegExp(`(\\s?(?:[-–] )?\\(?)${id}(\\)?)`), (before, after) => `{${before}commit${after}}`)
  for (const [name, part] of [
    ['username', 'authors'],
    ['pr_number', 'references'],
  ] as const) {
    const inner = value(`(?:remote|github)\\.${name}`)
    const wrapped = `(${plain}?)(?:\\[?[@#]\\[?|\`@)?${inner}(?:\`|\\]\\([^\\n]{0,160}?\\))?(${plain}?)`
    if (
      !take(choice(`(?:remote|github)\\.${name}`, wrapped), (before, after) => `{${before}${part}${after}}`)
    )
      take(new RegExp(`((?: (?:by|in))? )(?:@|#)${inner}`), (before) => `{${before}${part}}`)
  }
  const isWhole = !/\{[{%#]|[%}]\}/.test(line)
  if (!isWhole) return null
  const printed = asLine(line).replace(/\u0001(\d{1,2})\u0002/g, (_, index: string) => marks[Number(index)]!)
  return {
    text: /upper_first/.test(message) ? 'sentence' : 'title',
    line: printed.trim(),
    links: hasLink || linksNumbers || hasNumber ? 'inline' : 'none',
    ...(breaking === undefined || breaking === '' ? {} : { breaking }),
  }
}
