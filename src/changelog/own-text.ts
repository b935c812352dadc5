import type { Category } from '../core/category.ts'
import { categoryByKeyword, findCategory } from '../core/category-names.ts'
import type { OwnLine } from '../core/own-words.ts'

const maxText = 400

interface OwnTextContext {
  heading: string | null
  path: string
}

/** Cleans one description by the authors: without bullets, references, thanks and the markup of other formats. */
export function readOwnText(raw: string, { heading, path }: OwnTextContext): OwnLine | null {
  const flat = toMarkdown(raw.slice(0, 4000))
    .replace(/\\(?=[&_*<>[\]#~])/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    // `… an argument.#12`: the space was forgotten.
    .replace(/(?<=[\p{L}`)][.!?])(?=[([]?#\d{1,7}[)\]]?\.?$)/u, ' ')
  const numbers = [
    ...flat.matchAll(
      /(?<![\w&])(?:#|!|gh-)(\d{1,7})(?!\w)|\/(?:pulls?|merge_requests|pull-requests|issues)\/(\d{1,7})(?!\d)/gi,
    ),
  ]
  const unlabelled = takeLabel(
    stripReferences(withoutThanks(unlink(flat)).replace(innerReference, endSentence)),
  )
  const label = unlabelled.label ?? heading
  const text = withoutPointer(cutAtSentence(stripReferences(unlabelled.text).replace(breakingLabel, '')))
  // A list of contributors is about people, and about no change.
  if (/\bmade (?:their|his|her|its) first contribution\b/i.test(flat)) return null
  // The template of a tool that collects fragments.
  if (flat.includes('{%') || flat.includes('{{')) return null
  // A link to another fragment has its name as content.
  if (!/\p{L}{2}/u.test(text) || /^[\w./+-]{1,100}\.(?:md|rst|txt|ya?ml)$/.test(text)) return null
  return {
    text,
    heading: label,
    category: label === null ? null : categoryOfType(label),
    breaking:
      breakingLabel.test(flat) ||
      /(?:^|[^a-z])breaking(?![a-z])|\bbc[- ]break/i.test(
        `${label ?? ''} ${/^\W{0,4}breaking\b[^.]{0,20}[:!]/i.exec(flat)?.[0] ?? ''}`,
      ),
    numbers: [...new Set(numbers.map(([, plain, linked]) => Number(plain ?? linked)))],
    path,
  }
}

// `**BREAKING CHANGE** The flag is gone`, `BC Break: …`; a heading or a label says the same.
const breakingLabel =
  /^\W{0,4}(?:BREAKING(?: CHANGES?)?|(?:Breaking(?: [Cc]hanges?)?|BC[ -]?[Bb]reak)(?=[*_:!]))[*_:!]{0,4}:?[*_]{0,2}\s+(?:[-–—] )?(?=\S)/

/** The category that a heading or the type of a fragment means; null for documentation, internals and the like. */
function categoryOfType(type: string): Category | null {
  if (
    /\b(?:internal|docs?|documentation|depend\w*|misc|trivial|chore|tests?|ci|build|packaging|contributors?|thanks|credits)\b/i.test(
      type,
    )
  )
    return null
  // A heading above everything says nothing about one line.
  if (/^(?:all |the )?changes? (?:since|in|from|for|of)\b|^all changes$|^what.?s changed/i.test(type))
    return null
  const words = type.replaceAll('_', ' ')
  return findCategory(words) ?? categoryByKeyword(words) ?? (/breaking/i.test(words) ? 'Changed' : null)
}

/** Replaces the inline markup of reStructuredText by Markdown. */
function toMarkdown(text: string): string {
  return (
    text
      .replace(/``([^`\n]{1,300})``/g, '`$1`')
      // The roles of MyST, such as {issue}`12` and {func}`parse`, mean the same as those of reStructuredText.
      .replace(/\{([\w:+.-]{1,40})\}(?=`)/g, ':$1:')
      .replace(/(?: --?|,)?(?: by)? :user:`[^`<>]{1,100}`/gi, '')
      .replace(
        /:(?:pr|pull|issue|gh|user|ghissue|ghpull|bpo|pull-request):`~?([^`<>]{1,100})`/gi,
        (_all, value: string) => (/^\d+$/.test(value) ? `#${value}` : value),
      )
      .replace(
        /:(pep|rfc|cve):`(\d[\d-]{0,20})`/gi,
        (_all, name: string, value: string) => `${name.toUpperCase()} ${value}`,
      )
      .replace(/:[\w:+.-]{1,40}:`[~!]?([^`<>]{1,200}?)(?: ?<[^<>`]{1,300}>)?`/g, '`$1`')
      .replace(/`([^`<>\n]{1,200}?) ?<[^<>`\s]{1,300}>`_{1,2}/g, '$1')
  )
}

const link = /(?<!!)\[(\[[^\][]{1,300}\]|[^\][]{1,300})\]\(([^()\s]{1,300})(?: "[^"]{0,100}")?\)/g
const linkToPerson =
  /^https?:\/\/(?:www\.)?(?:github\.com|gitlab\.com|codeberg\.org|bitbucket\.org|twitter\.com|x\.com)\/@?[\w.-]{1,60}\/?$/i
const linkToChange = /\/(?:pulls?|merge_requests|pull-requests|issues|commits?|compare)\/[\w.#-]{1,100}$/i

/** Replaces links by their text, except references: the notes link what they cite themselves. */
function unlink(text: string): string {
  return text.replace(link, (_whole, label: string, address: string) => {
    const bare = label.replace(/^\[|\]$/g, '')
    if (/^(?:[\w./-]{0,100}[#!]|gh-)\d+$/i.test(bare)) return bare
    if (
      linkToChange.test(address) &&
      /^(?:(?:PR|MR|issue|pull)?[ #-]{0,2}\d{1,7}|`?[0-9a-f]{7,40}`?)$/i.test(bare)
    )
      return `#${/\d{1,7}/.exec(bare)?.[0] ?? 0}`
    // A person is credited by the notes themselves.
    return /^@/.test(bare) || linkToPerson.test(address)
      ? `@${bare.replace(/[^\w-]/g, '').slice(0, 39)}`
      : bare
  })
}

// What is at the end of a description; longer lists of references stay.
const maxReferences = 600
const ticket = String.raw`(?!(?:CVE|GHSA|RFC|PEP|FEP|ISO|UTF|SHA)-)[A-Z][A-Z0-9]{2,15}-\d{2,6}(?![\w-])`
const reference = String.raw`(?:${ticket}|\[?(?:[\w.-]{1,60}\/[\w.-]{1,60})?(?:#|!|gh-)\d{1,9}(?!\d)\]?(?:\([^()\s]{1,300}\)|\[(?![#@!])[^\][]{0,60}\])?|\[?@[\w-]{1,39}(?![\w-])(?:\[bot\])?\]?(?:\([^()\s]{1,300}\)|\[(?![#@!])[^\][]{0,60}\])?|\[\x60?[0-9a-f]{7,40}\x60?\]\([^()\s]{1,300}\)|https?:\/\/[^\s()[\]]{1,300}(?![^\s()[\]]))`
const separator = String.raw`(?:[\s,;&|/–—💰-]|and|by|via|in|for|thanks|to|from|closes|fixes|resolves|see|prs?|issues?){0,8}`
const trailing = new RegExp(
  String.raw`\s*[([](?:${separator}${reference}){1,12}${separator}[)\]]\.?$|\s+(?:[-–—]{1,2}\s+)?(?:(?:contributed by|reported by|by|in|via|see|thanks to|closes|fixes|resolves|for|prs?|issue)\s+)?${reference}(?:\s*\([^()\w]{1,10}\))?\.?$`,
  'i',
)
const leading = new RegExp(
  String.raw`^(?:[-*+•]\s+|[([]?(?:(?:fix(?:es)?|closes|issue|pr|bug|feature|perf|enhancement)\s+)?${reference}[)\]]?\s*[:,–—-]?\s+)`,
  'i',
)

// `… in the parser ([#12]). It was slow` and `[UI] [#12] …`: the notes cite the change themselves.
const innerReference = new RegExp(
  String.raw`\s\((?:${separator}${reference}){1,12}${separator}\)(?=[\s.,;:]{1,3}\S)|(?<=^\[[A-Za-z]{2,12}\])\s\[?#\d{1,9}\]?(?=\s)|\s?\[(?:ci[ -]skip|skip[ -]ci|no[ -]ci)\]`,
  'gi',
)

/** A reference after a sentence without a full stop ends the sentence. */
function endSentence(found: string, ...more: (string | number)[]): string {
  const [at, text] = more.slice(-2) as [number, string]
  const isEnd = /^ [A-Z]/.test(text.slice(at + found.length, at + found.length + 2))
  return isEnd && /[\w`)]$/.test(text.slice(0, at)) ? '.' : ''
}

/** Removes thanks, a date at the end, and the brackets of links to versions. */
function withoutThanks(text: string): string {
  return text
    .replace(/\[(v?\d[\w.+-]{0,40})\](?![([:])/g, '$1')
    .replace(/\s*\((?:many )?(?:thanks|thank you|thx|h\/t|credits?)\b[^()]{0,200}\)[.!]?(?=\s*$)/i, '')
    .replace(/\s+\(?(?:\d{1,2}\/\d{1,2}\/\d{2,4}|\d{4}-\d{2}-\d{2})\)?$/, '')
}

/** Removes references to pull requests, commits and people at both ends. */
function stripReferences(text: string): string {
  let left = text.trim()
  for (let times = 0; times < 6; times += 1) {
    const begun = left.replace(leading, '')
    const at = Math.max(0, begun.length - maxReferences)
    const next = (begun.slice(0, at) + begun.slice(at).replace(trailing, '')).trim()
    if (next === left || next === '') break
    left = next
  }
  return left
    .replace(/\s+(?:refs?|see|cf)\.?$/i, '')
    .replace(/(?<=[.!?])\s+This (?:reverts?|closes|fixes|resolves)\.?$/i, '')
    .replace(/(?<!\s)\s{1,9}(?:[-–—]\s{0,9})?[([][#\d\s/,([]{0,40}$/, '')
    .replace(/\s+(?:[-–—]{1,2}|[-–—]{1,2} (?:by|for)|PR)\.?$/, '')
    .replace(/\s*[:,;]$/, '')
    .replace(/\s+\.$/, '.')
}

const label =
  /^(?:\[([A-Z][A-Za-z /&-]{2,30})\]|\*\*([A-Za-z][A-Za-z /&-]{2,30})(?::\*\*|\*\*:)|(Bug[ -]?[Ff]ix|Fix(?:ed)?|Feature|Enhancement|Change[d]?|Added|Removed|Deprecated|Security|Breaking(?: change)?|BC Break|Improvement|Improved|Performance|New)!?:)\s+/

/** Splits off a label such as `[BUGFIX]`, `**Fixed:**` or `Enhancement:`. */
function takeLabel(text: string): { label: string | null; text: string } {
  const found = label.exec(text)
  const name = found?.slice(1).find((part) => part !== undefined)
  if (!found || name === undefined || categoryOfType(name) === null) return { label: null, text }
  return { label: name, text: text.slice(found[0].length) }
}

/** Removes a last sentence that only announces the lines below it. */
function withoutPointer(text: string): string {
  return text.replace(/(?<=[.!?])\s+[^.!?]{0,200}(?:listed|described|explained|see) below[.:]?$/i, '')
}

/** Keeps as many whole sentences as fit. */
function cutAtSentence(text: string): string {
  if (text.length <= maxText) return text
  const end = [...text.slice(0, maxText).matchAll(/[.!?](?=\s+[\p{Lu}`"[])/gu)].at(-1)
  if (end) return text.slice(0, end.index + 1)
  const space = text.lastIndexOf(' ', maxText - 1)
  return `${text.slice(0, space > 0 ? space : maxText - 1)}…`
}
