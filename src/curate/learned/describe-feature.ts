import type { ChangeUnit } from '../group/group-into-units.ts'
import { stem } from './tokenise.ts'

const pathKindNames: Record<string, string> = {
  shipped: 'shipped code',
  test: 'tests',
  docs: 'documentation',
  internal: 'tooling',
}
const shapeDescriptions: Record<string, string> = {
  code: 'it mentions code',
  camel: 'it mentions an identifier',
  snake: 'it mentions an identifier',
  flag: 'it mentions a flag',
  call: 'it mentions a function',
  version: 'it mentions a version',
}

const mustIncludeDescriptions: Record<string, string> = {
  breaking: 'it is a breaking change',
  security: 'it is a security fix',
  deprecated: 'it is a deprecation',
  removed: 'it is a removal',
}

/** Describes a feature for people; null for features that explain nothing on their own. */
export function describeFeature(name: string, unit: ChangeUnit): string | null {
  const colon = name.indexOf(':')
  const kind = colon === -1 ? name : name.slice(0, colon)
  const value = colon === -1 ? '' : name.slice(colon + 1)
  switch (kind) {
    case 'type':
    case 'commit-type':
      return value === 'null' ? 'it has no type' : `the type ${value}`
    case 'scope':
      return `the scope ${value}`
    case 'first':
      return value === '' ? null : `it starts with "${value}"`
    case 'word':
      return value === '#'
        ? 'it mentions a number'
        : `the word "${findUnstemmed(value, unit.header.description)}"`
    case 'pair':
      return `the words "${value
        .split(' ')
        .map((each) => findUnstemmed(each, unit.header.description))
        .join(' ')}"`
    case 'opens':
      return `a commit starts with "${value}"`
    case 'must':
      return mustIncludeDescriptions[value] ?? null
    case 'shape':
      return shapeDescriptions[value] ?? null
    case 'body':
      return value === '4' ? 'its description is long' : null
    case 'body-word':
      return `its description contains "${value}"`
    case 'closes':
      return 'it closes an issue'
    case 'bot':
      return 'a bot made it'
    case 'commits':
      return value === '4' ? 'it has many commits' : null
    case 'mix':
      return describePathMix(value)
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

function describePathMix(value: string): string {
  const parts = value.split('+').map((part) => pathKindNames[part]!)
  return parts.length === 1 ? `it changes only ${parts[0]}` : `it changes ${parts.join(' and ')}`
}

/** The word of the title that has this stem. */
function findUnstemmed(stemmed: string, title: string): string {
  const words =
    title
      .toLowerCase()
      .slice(0, 300)
      .match(/[\p{L}\p{N}_][\p{L}\p{N}_'.-]{0,39}/gu) ?? []
  return words.find((each) => stem(each) === stemmed)?.replace(/[.'-]{1,40}$/, '') ?? stemmed
}
