import type { Change } from './change.ts'

/** Names that a range itself renamed or removed, with what replaced them; null if nothing did. */
export type WithdrawnNames = ReadonlyMap<string, string | null>

const maxSubjects = 20
const renaming =
  /\brenam(?:e[sd]?|ing)\s(?:the\s)?(?:\w{1,20}\s)?[`"']?([\w.$-]{3,60})[`"']?\s(?:to|into|as)\s[`"']?([\w.$-]{3,60})/gi

/**
 * Collects the names that a range withdrew from its diff facts, and from subjects such as "Rename A to B", also of the
 * commits of a pull request. A name that the range renamed and renamed back still exists.
 */
export function collectWithdrawn(changes: Change[]): WithdrawnNames {
  const withdrawn = new Map<string, string | null>()
  const present = new Set<string>()
  for (const { title, messages, facts = [] } of changes) {
    for (const line of [title, ...messages.slice(0, maxSubjects).map(({ subject }) => subject)]) {
      if (!/renam/i.test(line)) continue
      for (const [, from = '', to = ''] of line.matchAll(renaming))
        if (isName(from) && from !== to) withdrawn.set(from, to.replace(/\.$/, ''))
    }
    for (const { action, name, from } of facts) {
      if (action === 'removed') withdrawn.set(name, withdrawn.get(name) ?? null)
      else present.add(name)
      if (action === 'renamed' && typeof from === 'string') withdrawn.set(from, name)
    }
  }
  for (const name of present) withdrawn.delete(name)
  const renamed = new Map(withdrawn)
  for (const [from, to] of renamed) if (to !== null && renamed.get(to) === from) withdrawn.delete(from)
  return withdrawn
}

/** Plain words are renamed in sentences about other things. */
function isName(word: string): boolean {
  return /[_.$-]|\d|[a-z][A-Z]/.test(word)
}

/** Whether a change itself removes or renames a name, so that its text may say so. */
export function withdraws({ title, facts = [] }: Pick<Change, 'title' | 'facts'>, name: string): boolean {
  const isGone = facts.some((fact) => (fact.action === 'removed' ? fact.name : fact.from) === name)
  return isGone || /\b(?:renam|remov|drop|delet|deprecat|replac|withdr)/i.test(title)
}

/** Returns the title of a change with the names at the end of the range instead of those that the range renamed. */
export function withCurrentNames(title: string, change: Change, withdrawn: WithdrawnNames): string {
  let current = title
  for (const [from, to] of withdrawn) {
    if (to === null || !isName(from) || !current.includes(from) || withdraws(change, from)) continue
    current = replaceName(current, from, to)
  }
  return current
}

function replaceName(text: string, from: string, to: string): string {
  let replaced = ''
  let start = 0
  for (let at = text.indexOf(from); at !== -1; at = text.indexOf(from, start)) {
    const end = at + from.length
    const isWhole = !/[\w$-]$/.test(text.slice(0, at)) && !/^(?:[\w$-]|\.\w)/.test(text.slice(end))
    replaced += text.slice(start, at) + (isWhole ? to : from)
    start = end
  }
  return replaced + text.slice(start)
}
