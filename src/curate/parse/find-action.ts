/** What a change does to the software, by the verb its description starts with. */
export type ChangeAction = 'add' | 'change' | 'deprecate' | 'remove' | 'fix' | 'revert'

/** An action and the verb it was recognised by. */
export interface FoundAction {
  action: ChangeAction
  verb: string
}

const verbs: Record<ChangeAction, string> = {
  add: 'add allow create enable export expose generate implement introduce provide show support',
  change:
    'adjust adopt align bump change convert default enhance enforce extend improve increase limit make merge migrate move optimize optimise reduce reject relax rename reorganize replace require restructure return reword rewrite set simplify speed stream swap switch tune tweak unify update upgrade use',
  deprecate: 'deprecate',
  remove: 'delete discontinue drop prune remove retire',
  fix: 'avoid correct ensure fix guard handle keep mitigate patch preserve prevent repair resolve respect restore sanitize sanitise stop',
  revert: 'revert',
}

const irregular: [string, ChangeAction][] = [
  ['made', 'change'],
  ["don't", 'fix'],
  ['dont', 'fix'],
  ['do not', 'fix'],
  ['no longer', 'fix'],
  ['get rid', 'remove'],
  ['new', 'add'],
  ['initial', 'add'],
  ['hotfix', 'fix'],
  ['bugfix', 'fix'],
]

const actions = new Map<string, ChangeAction>([
  ...(Object.entries(verbs) as [ChangeAction, string][]).flatMap(([action, words]) =>
    words.split(' ').flatMap((verb) => formsOf(verb).map((form): [string, ChangeAction] => [form, action])),
  ),
  ...irregular,
])

function formsOf(verb: string): string[] {
  const stem = verb.replace(/e$/, '')
  const doubled = /[^aeiou][aeiou][bdgmnpt]$/.test(verb) ? verb + verb.at(-1) : stem
  const present = /(?:s|x|sh|ch)$/.test(verb) ? `${verb}es` : `${verb}s`
  return [verb, present, `${stem}ed`, `${stem}ing`, `${doubled}ed`, `${doubled}ing`]
}

const firstWords = /^([^\s,:;]*)(?:[\s,:;]+([^\s,:;]*))?/

/** Finds the action that the first words of a description name, in any tense; null for an unknown verb. */
export function findAction(description: string): FoundAction | null {
  const beginning = description.slice(0, 60).toLowerCase()
  const colon = beginning.indexOf(': ')
  // Some titles start with the area: `key rotation: fix the order`.
  return actionAtStart(beginning) ?? (colon === -1 ? null : actionAtStart(beginning.slice(colon + 2)))
}

function actionAtStart(words: string): FoundAction | null {
  const [, first = '', second = ''] = firstWords.exec(words)!
  for (const verb of [`${first} ${second}`, first]) {
    const action = actions.get(verb)
    if (action) return { action, verb }
  }
  return null
}
