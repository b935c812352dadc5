import type { ChangeUnit } from '../group/group-into-units.ts'
import { stem } from './tokenise.ts'

const kinds: Record<string, string> = {
  shipped: 'shipped code',
  test: 'tests',
  docs: 'documentation',
  internal: 'tooling',
}
const shapes: Record<string, string> = {
  code: 'it names code',
  camel: 'it names an identifier',
  snake: 'it names an identifier',
  flag: 'it names a flag',
  call: 'it names a function',
  version: 'it names a version',
}

/** Says a trait in words that a person can read; null for traits that explain nothing on their own. */
export function describeFeature(name: string, unit: ChangeUnit): string | null {
  const colon = name.indexOf(':')
  const kind = colon === -1 ? name : name.slice(0, colon)
  const value = colon === -1 ? '' : name.slice(colon + 1)
  switch (kind) {
    case 'type':
    case 'commit-type':
      return value === 'null' ? 'no type is given' : `the type ${value}`
    case 'scope':
      return `the scope ${value}`
    case 'first':
      return value === '' ? null : `it begins with "${value}"`
    case 'word':
      return value === '#' ? 'it names a number' : `the word "${asWritten(value, unit.header.description)}"`
    case 'pair':
      return `the words "${value
        .split(' ')
        .map((each) => asWritten(each, unit.header.description))
        .join(' ')}"`
    case 'opens':
      return `a commit that begins with "${value}"`
    case 'must':
      return `it is a matter of ${value === 'removed' ? 'removal' : value === 'deprecated' ? 'deprecation' : value}`
    case 'shape':
      return shapes[value] ?? null
    case 'body':
      return value === '4' ? 'its description is long' : null
    case 'body-word':
      return `its description says "${value}"`
    case 'closes':
      return 'it closes an issue'
    case 'bot':
      return 'a machine made it'
    case 'commits':
      return value === '4' ? 'it took many commits' : null
    case 'mix':
      return sayMix(value)
    case 'ending':
    case 'only-ending':
      return `it changes .${value.slice(value.indexOf('.') + 1)} files`
    case 'folder':
      return `it changes ${value}`
    case 'author':
      return `it is by ${value}`
    default:
      return null
  }
}

function sayMix(value: string): string {
  const parts = value.split('+').map((part) => kinds[part]!)
  return parts.length === 1 ? `it touches only ${parts[0]}` : `it touches ${parts.join(' and ')}`
}

/** The word of the title that a stem stands for. */
function asWritten(stemmed: string, title: string): string {
  const words =
    title
      .toLowerCase()
      .slice(0, 300)
      .match(/[\p{L}\p{N}_][\p{L}\p{N}_'.-]{0,39}/gu) ?? []
  return words.find((each) => stem(each) === stemmed)?.replace(/[.'-]{1,40}$/, '') ?? stemmed
}
