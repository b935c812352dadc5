import { suggestName } from '../../text/suggest-name.ts'

/** The placeholders of entry lines. */
export const entryPlaceholders = [
  'text',
  'references',
  'authors',
  'category',
  'scope',
  'type',
  'breaking',
  'commit',
  'labels',
  'package',
] as const
export type EntryPlaceholder = (typeof entryPlaceholders)[number]

/** The placeholders of headings, headers and footers. */
export const releasePlaceholders = [
  'version',
  'tag',
  'date',
  'previous',
  'previousTag',
  'compare',
  'package',
  'project',
  'count',
] as const
export type ReleasePlaceholder = (typeof releasePlaceholders)[number]

/** A part of a line: text, or a value with what is printed around it if the value is not empty. */
export type LinePart<Name extends string> =
  | { kind: 'text'; value: string }
  | { kind: 'value'; name: Name; before: string; after: string }

/** A line as parts, and what is wrong with it. */
interface ParsedLine<Name extends string> {
  parts: LinePart<Name>[]
  errors: string[]
}

/** Parses a line such as `{text}{ (references)}`; `{{` and `}}` are braces. */
export function parseLine<Name extends string>(line: string, known: readonly Name[]): ParsedLine<Name> {
  const parts: LinePart<Name>[] = []
  const errors: string[] = []
  let text = ''
  const endText = () => {
    if (text !== '') parts.push({ kind: 'text', value: text })
    text = ''
  }
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at]!
    if ((character === '{' || character === '}') && line[at + 1] === character) {
      text += character
      at += 1
    } else if (character === '}') {
      errors.push('has a } without a {; write }} for a brace')
    } else if (character === '{') {
      const end = line.indexOf('}', at)
      const inside = line.slice(at + 1, end === -1 ? undefined : end)
      if (end === -1 || inside.includes('{')) {
        errors.push('has a { without a }; write {{ for a brace')
        // Whatever follows would only repeat the error.
        break
      }
      endText()
      const part = parsePlaceholder(inside, known)
      if (typeof part === 'string') errors.push(part)
      else parts.push(part)
      at = end
    } else text += character
  }
  endText()
  return { parts, errors }
}

/** Parses what stands between braces; an error is returned as a text. */
function parsePlaceholder<Name extends string>(
  inside: string,
  known: readonly Name[],
): LinePart<Name> | string {
  const shown = `{${inside.length > 60 ? `${inside.slice(0, 60)}…` : inside}}`
  const names = [...inside.matchAll(/[A-Za-z]+/g)].filter(([word]) => known.includes(word as Name))
  const [name] = names
  if (names.length > 1)
    return `${shown} must contain exactly one name, not ${names.map(([word]) => word).join(' and ')}`
  if (!name) {
    const word = inside.trim()
    const nearest = suggestName(word, [...known])
    return `${shown} is not a placeholder${nearest === null ? `; there are ${known.map((each) => `{${each}}`).join(', ')}` : `; did you mean {${nearest}}?`}`
  }
  return {
    kind: 'value',
    name: name[0] as Name,
    before: inside.slice(0, name.index),
    after: inside.slice(name.index + name[0].length),
  }
}

/** Whether a line prints a placeholder. */
export function printsPlaceholder<Name extends string>(parts: LinePart<Name>[], name: Name): boolean {
  return parts.some((part) => part.kind === 'value' && part.name === name)
}
