import { isType } from './carried-over.ts'
import { asPattern } from './loose-values.ts'

/** What a plain regular expression about commit messages asks for. */
export interface CommitPattern {
  types: string[]
  /** First words of titles, which may also be written as types. */
  verbs: string[]
  /** A pattern; null for any scope, and for none. */
  scope: string | null
  /** A pattern for the rest of the title; null for any. */
  title: string | null
}

const maxCharacters = 300

/**
 * Reads a plain regular expression such as `^feat`, `^chore\(deps\)`, `^(fix|bug)` or `^chore|^ci`. `everything` if
 * it matches any message, null if it is not plain.
 */
export function parseCommitPattern(expression: string): CommitPattern[] | 'everything' | null {
  if (expression.length > maxCharacters) return null
  const plain = expression.replace(/^\(\?i\)/, '')
  if (/^\^?(?:\.\*?|\.\+)?\$?$/.test(plain)) return 'everything'
  const found = splitAlternatives(plain).map(parseAlternative)
  return found.every((each) => each !== null) ? found : null
}

/** Splits at `|` outside of groups and classes. */
export function splitAlternatives(expression: string): string[] {
  const parts = ['']
  let depth = 0
  for (let at = 0; at < expression.length; at += 1) {
    const sign = expression[at]!
    if (sign === '\\') {
      parts[parts.length - 1] += sign + (expression[at + 1] ?? '')
      at += 1
      continue
    }
    if (sign === '(' || sign === '[') depth += 1
    if (sign === ')' || sign === ']') depth -= 1
    if (sign === '|' && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts
}

const commonTypes = [
  'feat',
  'fix',
  'docs',
  'perf',
  'refactor',
  'style',
  'test',
  'build',
  'ci',
  'chore',
  'revert',
  'deps',
  'security',
]

const commonVerbs =
  /^(?:add|allow|bump|change|delete|deprecate|drop|enable|extend|implement|improve|introduce|make|move|optimi[sz]e|remove|rename|replace|support|update|upgrade|use)$/

function parseAlternative(expression: string): CommitPattern | null {
  if (!expression.startsWith('^')) {
    const text = literalOf(expression.replace(/^\.\*/, '').replace(/\.\*$/, ''))
    if (text === null || text === '') return null
    // The expression is matched with the whole message, so that `ci` means the type.
    if (expression === text && commonTypes.includes(text))
      return { types: [text], verbs: [], scope: null, title: null }
    return titled(`*${asPattern(text)}*`)
  }
  // `^.*: add` is any type before a title.
  const anyType = /^\^\.\*: ?(.{1,200})$/.exec(expression)
  if (anyType) return asTitle(anyType[1]!)
  const { words, rest: afterWords } = takeWords(expression.slice(1))
  const { scope, rest: afterScope } = takeScope(afterWords)
  if (words.length === 0 || scope === null) return asTitle(expression.slice(1))
  // `^chore\(npm\).*yarn\.lock` asks for something later in the title.
  const later = /^:? ?\.\*(.{1,200}?)(?:\.\*)?\$?$/.exec(afterScope)?.[1]
  const inside = later === undefined ? null : literalOf(later)
  if (inside !== null && inside !== '')
    return { types: words, verbs: [], scope: scope === '*' ? null : scope, title: `*${asPattern(inside)}*` }
  const [mark, colon] = /^!?\??(:?)/.exec(afterScope)!
  const rest = afterScope.slice(mark.length)
  // `^feat` also matches `feature`, and `^doc` is meant for `docs`.
  const isPrefix = colon === '' && scope === '*'
  const types = words.flatMap((word) => {
    const longer = commonTypes.filter((type) => type.startsWith(word))
    return isPrefix && !commonTypes.includes(word) && longer.length > 0 ? longer : [word]
  })
  const bare = rest.replace(/^(?:\\s[*+?]?| [?*]?)/, '').replace(/\.\*\$?$/, '')
  const text = literalOf(bare.replace(/\$$/, ''))
  if (text === null) return null
  if (text !== '' && colon === '') return asTitle(expression.slice(1))
  const title = text === '' ? null : `${asPattern(text)}${bare.endsWith('$') ? '' : '*'}`
  const verbs = isPrefix && title === null ? types.filter((type) => commonVerbs.test(type)) : []
  return { types, verbs, scope: scope === '*' ? null : scope, title }
}

function titled(title: string): CommitPattern {
  return { types: [], verbs: [], scope: null, title }
}

/** A literal beginning that is no type, such as `^Merge branch`. */
function asTitle(expression: string): CommitPattern | null {
  const text = literalOf(expression.replace(/\.\*\$?$/, ''))
  return text === null || text === '' ? null : titled(`${asPattern(text)}*`)
}

/** Takes the types at the beginning: a word, or several in brackets. */
function takeWords(expression: string): { words: string[]; rest: string } {
  const group = /^\((?:\?:)?([\w[\]|?-]{1,200})\)/.exec(expression)
  const single = /^(?:[\w-]|\[\w\|?\w\]){1,60}/.exec(expression)
  const [found, inner] = group ? [group[0], group[1]!] : [single?.[0] ?? '', single?.[0] ?? '']
  const words = splitAlternatives(inner).map(wordOf)
  return words.every((word) => word !== null && isType(word))
    ? { words: words as string[], rest: expression.slice(found.length) }
    : { words: [], rest: expression }
}

/** `[fF]ix` is `fix`, `docs?` is `docs`; null for anything else that is no word. */
function wordOf(text: string): string | null {
  const word = text
    .replace(/\[(\w)\|?(\w)\]/g, (both, one: string, other: string) =>
      one.toLowerCase() === other.toLowerCase() ? one.toLowerCase() : both,
    )
    .replace(/\?$/, '')
  return /^[\w-]+$/.test(word) ? word : null
}

const anyScope = /^(?:\.\*\??|\.\+\??|\[\^\)\][*+]|\\w[*+]|\[a-z[^\]]{0,20}\][*+])$/

/** Takes the scope: `*` for any or none, null if it is not plain. */
function takeScope(expression: string): { scope: string | null; rest: string } {
  const optional = /^\((?:\?:)?\\\(((?:[^()\\]|\\[^()]){1,100}|\[\^\)\][*+])\\\)\)(\??)/.exec(expression)
  const plain = /^\\\(((?:[^()\\]|\\[^()]){1,100}|\[\^\)\][*+])\\\)(\??)/.exec(expression)
  const found = optional ?? plain
  if (!found) return { scope: '*', rest: expression }
  const [whole, inner = '', isOptional] = found
  const rest = expression.slice(whole.length)
  if (isOptional === '?' || anyScope.test(inner)) return { scope: '*', rest }
  const pieces = inner.split('.*').map(literalOf)
  if (pieces.some((piece) => piece === null)) return { scope: null, rest }
  return { scope: pieces.map((piece) => asPattern(piece!)).join('*'), rest }
}

/** The text that an expression without operators matches; null if it has one. */
export function literalOf(expression: string): string | null {
  let text = ''
  for (let at = 0; at < expression.length; at += 1) {
    const sign = expression[at]!
    if (sign === '\\') {
      const next = expression[at + 1]
      if (next === undefined || /[A-Za-z0-9]/.test(next)) return null
      text += next
      at += 1
    } else if (/[*+?()[\]{}|^$]/.test(sign)) return null
    else text += sign
  }
  return text
}
