import type { Change } from '../core/change.ts'
import type { DiffFact, FactAction, FactKind } from '../core/diff-fact.ts'

interface NamedThing {
  /** The nouns by which titles call it. */
  noun: RegExp
  kinds: ReadonlySet<FactKind>
}

const things: NamedThing[] = [
  {
    noun: /^(?:command[- ]line )?(?:flag|switch|cli option|cli flag|cli argument)$/i,
    kinds: new Set(['flag']),
  },
  {
    noun: /^(?:option|setting|config(?:uration)? (?:option|key|setting))$/i,
    kinds: new Set(['flag', 'option']),
  },
  { noun: /^(?:sub-?)?command$/i, kinds: new Set(['command', 'flag']) },
  { noun: /^env(?:ironment)? var(?:iable)?$/i, kinds: new Set(['environment']) },
  { noun: /^(?:api )?(?:endpoint|route)$/i, kinds: new Set(['route']) },
  { noun: /^metric$/i, kinds: new Set(['metric']) },
]

const actions: [verb: RegExp, action: FactAction][] = [
  [/^(?:add|introduce|implement|provide)(?:s|ed|d)?$/i, 'added'],
  [/^(?:remove|drop|delete)(?:s|d|ped)?$/i, 'removed'],
]

// The verb, an article, up to two adjectives, the noun, and the rest.
const shape =
  /^(\p{L}{3,12}) (?:(?:a|an|the|one) )?((?:(?:new|deprecated|optional|missing|hidden|old|unused) ){0,2})((?:command[- ]line |cli |configuration |config |environment |env |api )?(?:flag|switch|option|argument|setting|key|sub-?command|command|var|variable|endpoint|route|metric))(?= |$)(.{0,200})$/iu

/**
 * Puts the name of the one thing that a change adds or removes into its title: `Add a command to clear the cache`
 * becomes `` Add `--clear-cache` ``. Returns the title as it is unless exactly one fact fits it.
 */
export function nameFact(title: string, facts: DiffFact[]): string {
  if (facts.length === 0 || /[`"'=]|--/.test(title)) return title
  const [, verb = '', adjectives = '', noun = '', rest = ''] = shape.exec(title) ?? []
  const action = actions.find(([pattern]) => pattern.test(verb))?.[1]
  const thing = things.find((each) => each.noun.test(noun))
  if (!action || !thing) return title
  const fitting = facts.filter((fact) => fact.action === action && thing.kinds.has(fact.kind))
  const [fact] = fitting
  if (!fact || fitting.length > 1) return title
  const words = wordsOf(fact.name)
  const said = wordsOf(rest)
  const isFitting = words.length > 0 && words.every((word) => said.some((each) => isSame(each, word)))
  if (!isFitting && !(action === 'removed' && rest.trim() === '')) return title
  const isWhole = said.every((each) => fillers.has(each) || words.some((word) => isSame(each, word)))
  if (isFitting && isWhole) return `${verb} \`${fact.name}\``
  const isCalledSo = noun.toLowerCase().includes('command') ? fact.kind === 'command' : true
  return isCalledSo
    ? `${verb} the ${adjectives.replace(/new /i, '')}\`${fact.name}\` ${noun}${rest}`
    : `${verb} \`${fact.name}\`${rest}`
}

const maxVersions = 2

/** Says which versions a breaking change requires, unless its title names the platform already. */
export function requiredVersions({ breaking, title, facts = [] }: Change): string[] {
  if (!breaking) return []
  const raised = facts.filter(({ kind, name }) => kind === 'minimum-version' && !names(title, name))
  return raised.slice(0, maxVersions).map(({ name, to }) => `Requires ${name} \`${to}\``)
}

/** Whether a title has the first word of a platform: `Drop node 18` names Node.js. */
function names(title: string, platform: string): boolean {
  const [word = ''] = platform.toLowerCase().match(/[a-z]+/) ?? []
  return title.toLowerCase().includes(word)
}

const fillers = new Set('a an the to for of in on with from that which is are be by via new'.split(' '))

function wordsOf(text: string): string[] {
  return text
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** Whether two words are forms of one: clear and clearing, file and files. */
function isSame(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short === long) return true
  const stem = short.replace(/e$/, '')
  return stem.length >= 3 && long.startsWith(stem) && long.length - stem.length <= 4
}
