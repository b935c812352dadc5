import type { Change } from '../core/change.ts'
import type { ScopeStyle, Voice } from '../core/house-style.ts'

// Words that authors write in place of a scope: types of changes, tools of developers, and names for everything.
const notScopes = new Set(
  `
  add added beta breaking bug bugfix bugfixes bugs build bump change changed changelog changes chore chores ci clean cleanup
  cosmetic cosmetics debug dep dependencies dependency deprecate deprecated deprecation deps deps-dev dev devdeps dev-deps doc
  docs documentation e2e enhance enhanced enhancement feat feature features fix fixed fixes fixup follow-up followup format
  formatting github gha hotfix improve improved improvement improvements internal lint linting maint maintenance minor misc nfc
  nit nits new other others perf performance polish prep ref refactor refactoring regression release remove removed revert
  security spec specs style test tests testing tidy todo trivial tweak tweaks typo typos update updates uptick upgrade various
  version wip workflow workflows
  actions appveyor biome black circleci clippy codecov codeql commitlint dependabot editorconfig eslint flake8 gitattributes
  github-actions gitignore gofmt golangci golangci-lint husky isort jenkins knip lint-staged mypy nightly phpstan pre-commit
  prettier psalm pylint pyright readme renovate rubocop ruff rustfmt shellcheck sonar sonarqube stylelint travis
  all app code common core general global lib library main module monorepo package packages project repo root src system
  tree-wide treewide typ types`
    .trim()
    .split(/\s+/),
)
// Before a colon these words would read as the speaker of a dialogue.
const speakers = new Set(['ai', 'assistant', 'developer', 'human', 'system', 'tool', 'user'])
const maxScope = 40

/** Returns the scope of a change as it is printed; null if it is none, or if the text mentions it already. */
export function printableScope(title: string, scope: string | null): string | null {
  if (scope === null || scope.length > maxScope) return null
  const parts = scope.split(/, ?/)
  const isUseful = parts.every(
    (part) => /^[\w@][\w@./+ -]*$/.test(part) && /^(?!v?\d)[^a-z]*[a-z]/i.test(part) && !isNotScope(part),
  )
  if (!isUseful || mentionsScope(title, parts)) return null
  return parts
    .map((part) => (/[@_./]/.test(part) || speakers.has(part.toLowerCase()) ? `\`${part}\`` : part))
    .join(', ')
}

function isNotScope(part: string): boolean {
  return part
    .toLowerCase()
    .split('/')
    .every((word) => notScopes.has(word))
}

/** Whether a word in the place of a scope is a type of change, a tool, or a name for everything. */
export function isTypeWord(word: string): boolean {
  return notScopes.has(word.toLowerCase())
}

function mentionsScope(title: string, parts: string[]): boolean {
  const words = title.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return parts
    .flatMap((part) => wordsOfScope(part.toLowerCase()))
    .some((word) => words.some((each) => each === word || each === `${word}s` || `${each}s` === word))
}

/** The words of a scope; for a path only those of its last segment. */
function wordsOfScope(scope: string): string[] {
  const end = scope.slice(scope.lastIndexOf('/') + 1)
  return end.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

/** Where the scope of an entry is printed, and whether the text after it begins with a capital letter. */
export interface ScopeForm {
  before: string
  after: string
  isCapital: boolean
}

/** Returns how a scope is printed in a project's style; as a prefix unless the project writes otherwise. */
export function formatScope(scope: string, title: string, voice: Voice | null): ScopeForm {
  // After a bold scope, the text begins like any other entry.
  const isBold = !['prefix', 'brackets', 'parentheses'].includes(voice?.scope ?? 'bold')
  const isCapital = voice?.capitalAfterScope ?? isBold
  // `Add tests` says too little without its scope.
  const isVague = title.split(' ', leastWords).length < leastWords
  switch (voice?.scope === 'none' && isVague ? 'prefix' : voice?.scope) {
    case 'none':
      return { before: '', after: '', isCapital: true }
    case 'brackets':
      return { before: `\`[${scope.replaceAll('`', '')}]\` `, after: '', isCapital }
    case 'parentheses':
      return { before: `(${scope}) `, after: '', isCapital }
    case 'suffix':
      return { before: '', after: ` (${scope})`, isCapital: true }
    default:
      return { before: `${scope}: `, after: '', isCapital }
  }
}

const leastScoped = 0.5
const leastWords = 5

/** The voice for a list of changes: scopes are dropped only by a project that writes them in most of its titles. */
export function settleScopes(changes: Change[], voice: Voice | null): Voice | null {
  if (voice?.scope !== 'none') return voice
  const scoped = changes.filter(({ scope }) => scope !== null).length
  return scoped > leastScoped * changes.length ? voice : { ...voice, scope: null }
}

const forms: [ScopeStyle, RegExp][] = [
  ['bold', /^\*\*`?([\w@./ -]{1,40})`?(?::\*\*|\*\*:) +(?=(\S))/],
  ['brackets', /^`?\[`?([\w@./ -]{1,40})`?\]`?:? +(?=(\S))/],
  ['parentheses', /^\(([\w@./ -]{1,40})\):? +(?=(\S))/],
  ['prefix', /^`?([\w@./-]{1,40})`?: +(?=(\S))/],
  ['suffix', /^(?=(\S)).*? \(([a-z][\w@./-]{1,30})\)\.?$/],
]
const leastEntries = 12
const leastShare = 0.2
const clearEntries = 30
const rareShare = 0.03

/** Learns from the entries of a changelog, with their markup, how it prints scopes; null where it is unclear. */
export function learnScopes(entries: string[]): Pick<Voice, 'scope' | 'capitalAfterScope'> {
  const found = entries.flatMap(
    (entry) => findScopeForm(entry.replace(/^\[[A-Z][A-Z /-]{2,24}\]:? +/, '')) ?? [],
  )
  if (entries.length < leastEntries) return { scope: null, capitalAfterScope: null }
  const counts = new Map<ScopeStyle, number>()
  for (const { style } of found) counts.set(style, (counts.get(style) ?? 0) + 1)
  const [best] = [...counts].sort(([, one], [, other]) => other - one)
  if (best && best[1] >= leastShare * entries.length) {
    const own = found.filter(({ style }) => style === best[0])
    return {
      scope: best[0],
      capitalAfterScope: own.filter(({ isCapital }) => isCapital).length > 0.5 * own.length,
    }
  }
  const isNone = entries.length >= clearEntries && found.length <= rareShare * entries.length
  return { scope: isNone ? 'none' : null, capitalAfterScope: null }
}

function findScopeForm(entry: string): { style: ScopeStyle; isCapital: boolean } | null {
  for (const [style, form] of forms) {
    const match = form.exec(entry.slice(0, 300))
    const [, one = '', other = ''] = match ?? []
    const [scope, first] = style === 'suffix' ? [other, one] : [one, other]
    if (match && /[a-z]/i.test(scope) && !scope.split(/[\s/]/).every(isTypeWord))
      return { style, isCapital: /^\p{Lu}/u.test(first) }
  }
  return null
}
