/** What the first verb of a description does to the software. */
export type Action = 'add' | 'change' | 'deprecate' | 'remove' | 'fix' | 'revert'

/** An action and the word that gave it away. */
export interface FoundAction {
  action: Action
  verb: string
}

const verbs: Record<Action, string> = {
  add: 'add allow create enable export expose generate implement introduce provide show support',
  change:
    'adjust adopt align bump change convert default enhance enforce extend improve increase limit make merge migrate move optimize optimise reduce reject relax rename reorganize replace require restructure return reword rewrite set simplify speed stream swap switch tune tweak unify update upgrade use',
  deprecate: 'deprecate',
  remove: 'delete discontinue drop prune remove retire',
  fix: 'avoid correct ensure fix guard handle keep mitigate patch preserve prevent repair resolve respect restore sanitize sanitise stop',
  revert: 'revert',
}

const irregular: [string, Action][] = [
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

const actions = new Map<string, Action>([
  ...(Object.entries(verbs) as [Action, string][]).flatMap(([action, words]) =>
    words.split(' ').flatMap((verb) => formsOf(verb).map((form): [string, Action] => [form, action])),
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

/** The action of a description's first words, in any tense; null when they are no verb we know. */
export function findAction(description: string): FoundAction | null {
  const beginning = description.slice(0, 60).toLowerCase()
  const colon = beginning.indexOf(': ')
  // Some say first where: `key rotation: fix the order`.
  return actionAt(beginning) ?? (colon === -1 ? null : actionAt(beginning.slice(colon + 2)))
}

function actionAt(words: string): FoundAction | null {
  const [, first = '', second = ''] = firstWords.exec(words)!
  for (const verb of [`${first} ${second}`, first]) {
    const action = actions.get(verb)
    if (action) return { action, verb }
  }
  return null
}
