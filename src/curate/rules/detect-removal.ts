import type { Evidence } from '../../core/change.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import { listPaths } from '../group/unit-paths.ts'
import { internalOnlyTypes } from '../parse/commit-types.ts'
import { classifyPaths } from './classify-path.ts'

const supportEnds =
  /\b(?:support|compatibility)\b|\bdeprecated\b|\bend[- ]of[- ]life\b|\bnode(?:\.?js)? v?\d|\bpython \d|\bruby \d|\bphp \d|\bjava \d|\bgo 1\.\d/i
const housekeeping =
  /\b(?:unused|dead|obsolete code|debug|console\.log|print statements?|whitespace|trailing|redundant|unnecessary|unneeded|duplicated?|leftover|stray|stale|todo|comments?|imports?|files?|dependency|dependencies|devdependenc\w*|log(?:ging)? (?:line|statement)s?|typos?|tests?|flaky|workaround|hack)\b/i
// The public interface; removing anything else is not noticed by users.
const publicThing =
  /`|(?:^|\s)--\w|\b(?:flags?|options?|apis?|commands?|features?|methods?|functions?|arguments?|param(?:eter)?s?|propert(?:y|ies)|settings?|endpoints?|class(?:es)?|attributes?|alias(?:es)?|fields?|interfaces?|exports?|events?|hooks?|macros?|plugins?|integrations?)\b/i
// A name from the code, as in `Remove TypeInfo` or `Remove parse_file`.
const codeName = /(?:^|\s)(?:[A-Z][a-z0-9]+[A-Z]\w*|[a-z][a-z0-9]+_\w+|'[\w-]{2,40}')(?=$|[\s,.])/
// A removal in the second half of a title: `Rework the clock, remove \`old_clock\``.
const alsoRemoves = /(?:,| and| &|;) (?:also )?(?:remov|drop)(?:es?|ed|s|ped|ping|ing)? (?:the )?`/i
const ownUse =
  /\b(?:deprecated (?:calls?|usages?|uses?|imports?|methods? calls?)|(?:calls? to|usages? of|use of) )/i
const workTypes = new Set(['chore', 'build', 'refactor', 'deps', 'release'])

const endsRuntime =
  /\b(?:node(?:\.?js)?|deno|bun|python|pypy|ruby|jruby|rails|php|laravel|symfony|java|jdk|scala|kotlin|elixir|otp|erlang|\.net|django|react|vue|angular|ios|macos|android|xcode|swift|windows|postgres(?:ql)?|mysql|openssl|internet explorer|ie) ?v?\d/i
const endsSupportOf = /\bsupport\b/i
const removesDeprecated = /\bdeprecated\b/i
const removesInterface =
  /(?:^|\s)`?--\w|\b(?:flags?|options?|endpoints?|commands?|subcommands?|settings?|config(?:uration)? (?:keys?|options?|fields?)|env(?:ironment)? var(?:iable)?s?|public (?:apis?|methods?|class(?:es)?|functions?))\b/i
// The verb is followed by the name of what is removed: Remove `parseAll`.
const removesName =
  /^\S{1,12} (?:the |an? |both |all |obsolete |old |legacy )?(?:[\w-]{1,30} )?`[^`\s="]{2,80}`(?!\w)/i
const notPublic =
  /\b(?:experimental|unstable|internal|internals|private|preview|alpha|beta|test|tests|example|docs?|check|checks|warning|warnings|requirement|restriction|limit|limitation|clone|clones|allocation|mentions?|references?|classifiers?|remnants?|leftovers?|outdated|unused|stray|spammy|redundant|suggestions?|ci|runners?|jobs?|workflows?|debug!?|log|logs|test_\w{1,60}|workaround|dependency|dependencies|from (?:the )?(?:readme|docs?|git|repo\w*))\b/i

/**
 * Finds why a removal breaks users: it ends support, or takes away a deprecated or named part of the interface.
 * Null when it is no removal of that kind.
 */
export function detectBreakingRemoval(unit: ChangeUnit): Evidence | null {
  const { description } = unit.header
  if (unit.action?.action !== 'remove' || notPublic.test(description)) return null
  const kind = endsRuntime.test(description)
    ? 'It drops a version of a platform'
    : endsSupportOf.test(description)
      ? 'It drops support for something'
      : removesDeprecated.test(description)
        ? 'It removes something deprecated'
        : removesInterface.test(description) || removesName.test(description)
          ? 'It removes a part of the interface'
          : null
  return kind === null ? null : { kind: 'breaking', detail: `${kind}: "${description.slice(0, 120)}".` }
}

/** Whether a removal only tidies up: dead code, debug output, unused files. */
export function isHousekeeping(title: string): boolean {
  // Text in a code span is a name, whichever words it contains.
  return housekeeping.test(title.replace(/`[^`]{0,100}`/g, '`'))
}

/** Detects the removal of something users rely on, by type or title; null when it is none. */
export function detectRemoval(unit: ChangeUnit): Evidence | null {
  const { header, action, commits } = unit
  const { type, description } = header
  if (type === 'remove') return { kind: 'removed', detail: 'The commit type is remove.' }
  const startsWithVerb = action?.action === 'remove'
  if (!startsWithVerb && !alsoRemoves.test(description)) return null
  if (type === 'fix' || type === 'perf' || internalOnlyTypes.has(type ?? '')) return null
  const isBreaking = header.breaking || commits.some(({ message }) => message.breakingNotes.length > 0)
  const isShipped = ['shipped', null].includes(classifyPaths(listPaths(unit)))
  const endsSupport = isShipped && supportEnds.test(description) && !ownUse.test(description)
  const isPublic =
    isShipped && (publicThing.test(description) || codeName.test(description)) && !isHousekeeping(description)
  if (!isBreaking && !endsSupport && (workTypes.has(type ?? '') || !isPublic)) return null
  return {
    kind: 'removed',
    detail: startsWithVerb ? `The title starts with "${action.verb}".` : 'The title also mentions a removal.',
  }
}
