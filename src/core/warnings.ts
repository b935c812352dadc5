type RefField = 'fromRef' | 'toRef'

/** Refs that would avoid the warning. */
type SuggestedRefs = { [field in RefField]?: string | undefined }

/** Why some pull requests are unknown. */
type UnknownPullRequests =
  | { because: 'no-recent-match'; commits: number }
  | { because: 'not-on-pages-read'; commits: number }
  | { because: 'rest-only'; commits: number; listed: number; single: number }
  | { because: 'git-only'; host: string }
  | { because: 'denied'; host: string; permission: string }
  | { because: 'failed'; reason: string }

/** A range whose start is not an ancestor of its end. */
interface DivergedRange {
  fromRef: string
  toRef: string
  /** The commit where they diverged; null if they have no common history. */
  fork: string | null
  /** How many commits are excluded because the start has the same change. */
  alreadyReleased: number
}

/** Why it is not known which changes of a diverged range were released already. */
interface UnknownReleases {
  fromRef: string
  unknown: 'too-many' | 'files' | 'contents'
  /** How many commits were compared at most. */
  limit: number
}

/** A revert that may or may not cancel a commit. */
interface UnclearRevert {
  revert: string
  revertSubject: string
  reverted: string
  revertedSubject: string
  /** Why it is unclear; null if only the revert itself stays, because it also does something else. */
  reason: string | null
}

const preferIgnored = {
  'no-queue': 'this service has no queue',
  'no-worker': 'no worker is running',
  'queue-unreachable': 'the queue cannot be reached',
}

/**
 * Every warning an answer can have: its text, the refs to use instead where others would avoid it, and whether it is
 * transient, so that the same request may be answered without it a minute later.
 */
const catalogue = {
  'ambiguous-ref': {
    transient: false,
    text: ({ field, ref }: { field: RefField; ref: string }) =>
      `${field} "${ref}" is both a tag and a branch; the tag was used. Use refs/heads/${ref} for the branch.`,
    instead: ({ field, ref }: { field: RefField; ref: string }) => ({ [field]: `refs/heads/${ref}` }),
  },
  'changed-files-unknown': {
    transient: true,
    text: ({ commits }: { commits: number }) =>
      `The host did not list the files that ${count(commits, 'commit')} changed. Changes that touch only documentation or tests may be included.`,
  },
  'changelog-unread': {
    transient: true,
    text: ({ reason, withConfig = false }: { reason: string; withConfig?: boolean }) =>
      withConfig
        ? `The files of the repository could not be read: the notes follow neither the style of its changelog nor its configuration file (notewright.yml), if it has one. ${reason}`
        : `The repository's changelog could not be read, so the notes do not follow its style. ${reason}`,
  },
  'check-failed': {
    transient: true,
    text: ({ entries, reason }: { entries: number; reason: string }) =>
      `The second check of ${count(entries, 'entry')} failed, so only the rules checked ${entries === 1 ? 'it' : 'them'}. ${reason}`,
  },
  'config-several': {
    transient: false,
    text: ({ used, others }: { used: string; others: string[] }) =>
      `The repository has several configuration files. ${used} was used, and ${others.join(' and ')} ${others.length === 1 ? 'was' : 'were'} ignored. Keep only one.`,
  },
  'date-unused': {
    transient: false,
    text: () =>
      'The date was ignored because the section has no version. Send `version` with `date`, or use a tag as `toRef`.',
  },
  'diffs-limited': {
    transient: false,
    text: ({ files }: { files: number }) =>
      `${count(files, 'changed file')} ${files === 1 ? 'was' : 'were'} not compared, because the limit for a range was reached. Names of flags, options and functions in them were not looked up. Use a smaller range to compare them all.`,
  },
  'diffs-unread': {
    transient: true,
    text: ({ files }: { files: number }) =>
      `The host did not return ${count(files, 'changed file')} within the limits, so names of flags, options and functions in them were not looked up.`,
  },
  diverged: {
    transient: false,
    text: ({ fromRef, toRef, fork, alreadyReleased }: DivergedRange) =>
      `${fromRef} is not an ancestor of ${toRef}: the notes cover the commits that ${toRef} has and ${fromRef} does not.${
        alreadyReleased === 0
          ? ''
          : ` ${alreadyReleased} of them ${alreadyReleased === 1 ? 'is' : 'are'} excluded because ${fromRef} has the same ${alreadyReleased === 1 ? 'change' : 'changes'}.`
      } ${
        fork === null
          ? 'The two have no common history.'
          : `To start where they diverged, use fromRef "${fork}".`
      }`,
    instead: ({ fork }: DivergedRange) => (fork === null ? null : { fromRef: fork }),
  },
  'entries-unprinted': {
    transient: false,
    text: ({ ids }: { ids: string[] }) =>
      `The template prints neither \`line\` nor \`text\` of ${count(ids.length, 'entry')}: ${ids.slice(0, 10).join(', ')}${ids.length > 10 ? ` and ${ids.length - 10} more` : ''}.`,
  },
  'evidence-cut': {
    transient: false,
    text: ({ changes }: { changes: number }) =>
      `The text of ${count(changes, 'change')} is too long for the model; only the beginning was sent.`,
  },
  'exclude-overruled': {
    transient: false,
    text: ({ overruled }: { overruled: { rule: string; id: string }[] }) =>
      `${overruled
        .slice(0, 20)
        .map(({ rule, id }) => `${rule} does not exclude ${id}`)
        .join(
          ', ',
        )}${overruled.length > 20 ? ` and ${overruled.length - 20} more` : ''}, because breaking changes and fixes of vulnerabilities are always included. To exclude them anyway, add \`breaking: false\` or \`security: false\` to the rule.`,
  },
  'first-contributions-unknown': {
    transient: true,
    text: ({ reason }: { reason: string }) => `First-time contributors could not be determined. ${reason}`,
  },
  'format-fault': {
    transient: false,
    text: ({ fault }: { fault: string }) => fault,
  },
  'highlights-omitted': {
    transient: false,
    text: ({ entries }: { entries: number }) =>
      `There is no list of highlights, because it would repeat most of the notes: they have only ${entries === 1 ? '1 entry' : `${entries} entries`}.`,
  },
  'language-needs-model': {
    transient: false,
    text: ({ language, rulesRequested }: { language: string; rulesRequested: boolean }) =>
      `Only a language model can write in "${language}"; the entries keep the language of the commits. ${howToGetModel(rulesRequested)}`,
  },
  'left-out-by-release-config': {
    transient: false,
    text: ({ excluded, entries }: { excluded: number; entries: number }) =>
      `${excluded} of ${count(entries, 'entry')} ${excluded === 1 ? 'is' : 'are'} not in the text, because .github/release.yml excludes them or has no category for them (a category with the label "*" matches all). All are in \`entries\`.`,
  },
  'logins-unknown': {
    transient: true,
    text: ({ people }: { people: number }) =>
      `The logins of ${count(people, 'author')} were not looked up. Use a smaller range to get them all.`,
  },
  'major-without-breaking': {
    transient: false,
    text: ({ version }: { version: string }) =>
      `${version} is a new major version, but no entry is marked as breaking. If an entry is a breaking change, mark it.`,
  },
  'maybe-breaking': {
    transient: false,
    text: ({ ids }: { ids: string[] }) =>
      `Something was removed that is not marked as breaking: ${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ` and ${ids.length - 5} more` : ''}. If this is a breaking change, the next version is too low.`,
  },
  'message-cut': {
    transient: false,
    text: ({ messages }: { messages: number }) =>
      `${count(messages, 'commit message')} ${messages === 1 ? 'was' : 'were'} too long, so only the beginning was read: at most 16,384 characters of a message, 1,000 of a line, and 3,072 of a message on average.`,
  },
  'model-fallback': {
    transient: true,
    text: ({ entries, failure }: { entries: number; failure: string | null }) =>
      `The rules wrote ${count(entries, 'entry')} instead of the model. ${
        failure === null
          ? 'The commits did not support what the model wrote, in two attempts.'
          : `The gateway failed: ${failure}`
      }`,
  },
  'moving-tag': {
    transient: false,
    text: ({ field, ref, sha }: { field: RefField; ref: string; sha: string | null }) =>
      `${field} "${ref}" looks like a tag that moves with each release. To get the same notes tomorrow, use the tag of the full version${sha === null ? '' : ` or the SHA ${sha}`}.`,
    instead: ({ field, sha }: { field: RefField; sha: string | null }) =>
      sha === null ? null : { [field]: sha },
  },
  'must-tell-left-out': {
    transient: false,
    text: ({ id, because, reason }: { id: string; because: string; reason: string }) =>
      `The change ${id} is excluded although ${because}. The reason given: ${reason}`,
  },
  'needs-model': {
    transient: false,
    text: ({ fields, rulesRequested }: { fields: string[]; rulesRequested: boolean }) =>
      `${fields.map((field) => `\`${field}\``).join(' and ')} had no effect: the rules wrote every entry. ${howToGetModel(rulesRequested)}`,
  },
  'own-words-unread': {
    transient: true,
    text: ({ files }: { files: number }) =>
      `${count(files, 'edit')} of the changelog or its news fragments could not be read, so the text of some entries is not the one that the authors wrote there.`,
  },
  'own-words-skipped': {
    transient: false,
    text: ({ limit }: { limit: number }) =>
      `The range has more than ${limit.toLocaleString('en')} commits, so the lines that their authors added to the changelog were not read. Use a smaller range.`,
  },
  'package-unmatched': {
    transient: false,
    text: ({ packages, paths }: { packages: string; paths: string[] }) =>
      `No commit of the range changes a file of ${packages} (${listPaths(paths)}), so the notes are empty. If that is unexpected, check \`path\` in the configuration file.`,
  },
  'past-unread': {
    transient: true,
    text: ({ reason }: { reason: string }) =>
      `The commits of past releases could not be read, so the notes do not follow what the project usually lists. ${reason}`,
  },
  'paths-unknown': {
    transient: true,
    text: ({ commits, paths }: { commits: number; paths: string[] }) =>
      `Not all changed files of ${count(commits, 'commit')} are known, so ${commits === 1 ? 'it counts' : 'they count'} as touching ${paths.join(', ')}. Use a local clone for an exact result.`,
  },
  'paths-unmatched': {
    transient: false,
    text: ({ paths }: { paths: string[] }) =>
      `No commit of the range changes ${paths.length === 1 ? `${paths[0]} or a file below it` : `a file of ${listPaths(paths)}`}, so the notes are empty. Check \`paths\`: they start at the root of the repository.`,
  },
  'prefer-not-applied': {
    transient: true,
    text: ({ because }: { because: keyof typeof preferIgnored }) =>
      `Prefer: respond-async was ignored because ${preferIgnored[because]}. This is the complete answer.`,
  },
  'previous-release-unknown': {
    transient: false,
    text: ({ toRef, found }: { toRef: string; found: string | null }) =>
      `The history of ${toRef} was searched for the previous release only as far as the host lists it. ${
        found === null ? 'No release was found' : `The notes start at ${found}, the nearest release found`
      }. Use fromRef to start elsewhere.`,
  },
  'pull-requests-unknown': {
    transient: true,
    text: describeUnknownPullRequests,
  },
  'release-between': {
    transient: false,
    text: ({ releases, newest }: { releases: number; newest: string }) =>
      `The range contains ${releases === 1 ? `the release ${newest}` : `${releases} releases (newest: ${newest})`}. For the changes since then, use fromRef "${newest}".`,
    instead: ({ newest }: { newest: string }) => ({ fromRef: newest }),
  },
  'release-config-unreadable': {
    transient: false,
    text: () =>
      ".github/release.yml could not be read, so its categories were not used. Check it against GitHub's documentation.",
  },
  'releases-elsewhere': {
    transient: false,
    text: ({ releases, highest, toRef }: { releases: number; highest: string; toRef: string }) =>
      releases === 1
        ? `The release ${highest} is not part of the history of ${toRef} and got no section. Add it with --to ${highest}.`
        : `${releases} releases (highest: ${highest}) are not part of the history of ${toRef} and got no sections. Add one with --to.`,
  },
  reversed: {
    transient: false,
    text: ({ fromRef, toRef }: { fromRef: string; toRef: string }) =>
      `${fromRef} is newer than ${toRef}, so the range is empty. Swap them: fromRef "${toRef}", toRef "${fromRef}".`,
    instead: ({ fromRef, toRef }: { fromRef: string; toRef: string }) => ({ fromRef: toRef, toRef: fromRef }),
  },
  'revert-unclear': {
    transient: false,
    text: (unclear: UnclearRevert | { more: number }) =>
      'more' in unclear
        ? `${count(unclear.more, 'more revert')} ${unclear.more === 1 ? 'is' : 'are'} unclear and ${unclear.more === 1 ? 'was' : 'were'} not applied.`
        : unclear.reason === null
          ? `Commit ${unclear.revert} ("${unclear.revertSubject}") reverts ${unclear.reverted} ("${unclear.revertedSubject}") and does other work too, so only ${unclear.reverted} is excluded as reverted. Check the entry of ${unclear.revert}.`
          : `Commit ${unclear.revert} ("${unclear.revertSubject}") seems to revert ${unclear.reverted} ("${unclear.revertedSubject}"), but ${unclear.reason}, so neither is excluded as reverted. Check both entries.`,
  },
  'released-elsewhere-unknown': {
    transient: false,
    text: ({ fromRef, unknown, limit }: UnknownReleases) =>
      `${
        unknown === 'too-many'
          ? `Only the newest ${limit} commits of ${fromRef} were compared`
          : unknown === 'files'
            ? `The host did not list the changed files of ${fromRef}`
            : `Not all changed files of ${fromRef} could be compared`
      }, so changes that were released there under another title may be included.`,
  },
  'secrets-redacted': {
    transient: false,
    text: ({ secrets }: { secrets: number }) =>
      `${count(secrets, 'secret')} in commit messages and pull requests ${secrets === 1 ? 'was' : 'were'} replaced with [redacted]. Anyone who can read the repository can read ${secrets === 1 ? 'it: rotate it' : 'them: rotate them'}.`,
  },
  'security-fix-undescribed': {
    transient: false,
    text: ({ sha }: { sha: string }) =>
      `Commit ${sha} was merged from the private fork of a security advisory, and its message does not describe the fix. Write its entry from the published advisory.`,
  },
  'shallow-clone': {
    transient: false,
    text: () =>
      'The clone is shallow, so commits and releases may be missing. Run `git fetch --unshallow` (in CI: set the fetch depth to 0).',
  },
  'short-history': {
    transient: false,
    text: ({ fromRef, toRef }: { fromRef: string; toRef: string }) =>
      `${fromRef} is before the first commit, so the notes cover everything up to ${toRef}.`,
  },
  'summary-missing': {
    transient: true,
    text: () => 'The model wrote no summary that the entries support, so the notes have none.',
  },
  'tags-unknown': {
    transient: true,
    text: ({ commits }: { commits: number }) =>
      `The repository has more tags than were read, and ${count(commits, 'commit')} may have an unread tag. A release inside the range may not be recognised. Use the tags of releases as fromRef and toRef.`,
  },
  'text-cut': {
    transient: false,
    text: ({
      limit,
      cut,
      entries,
      url,
    }: {
      limit: number
      cut: number
      entries: number
      url: string | null
    }) =>
      `A release can have at most ${limit} characters, so the ${cut} least notable of ${count(entries, 'entry')} ${cut === 1 ? 'is' : 'are'} not in the text. All are in \`entries\`${url === null ? '' : `, and on ${url}`}.`,
  },
  'type-config-unreadable': {
    transient: false,
    text: ({ path }: { path: string }) =>
      `${path} could not be read as JSON with a list of commit types, so it was ignored. Check it against the documentation of the tool that it configures.`,
  },
  'unknown-change': {
    transient: false,
    text: ({ ids }: { ids: string[] }) =>
      `\`only\` names ${ids.length === 1 ? `the change "${ids[0]}", which is` : `${ids.length} changes (first: "${ids[0]}") that are`} not in the range. Use the ids in \`entries\`, or those that \`POST /api/v1/changes\` lists.`,
  },
  'unknown-field': {
    transient: false,
    text: (field: { name: string; nearest: string | null } | { more: number }) =>
      'more' in field
        ? `${field.more} more unknown ${field.more === 1 ? 'field was' : 'fields were'} ignored.`
        : `The unknown field "${field.name}" was ignored.${field.nearest === null ? '' : ` Did you mean "${field.nearest}"?`}`,
  },
  'version-differs': {
    transient: false,
    text: ({ version, next }: { version: string; next: string }) =>
      `The version is ${version}, as its tag says. Based on its changes it would be ${next}.`,
  },
  'wide-range': {
    transient: false,
    text: (range: { fromRef: string; toRef: string; steps: number; commits: number }) =>
      `${range.fromRef} goes back ${count(range.steps, 'commit')} on the main line, but with its merges ${range.fromRef}..${range.toRef} contains ${count(range.commits, 'commit')}. To start at a release, use its tag as fromRef.`,
  },
}

type Catalogue = typeof catalogue

/** The codes of all warnings. */
export type WarningCode = keyof Catalogue

/** Something the caller should know about a correct answer. */
export interface Warning {
  code: WarningCode
  detail: string
  /** The refs to use instead, where other refs would avoid the warning. */
  instead?: SuggestedRefs | undefined
  /** The numbers and names in the text, for the warnings that a client can show in other words. */
  values?: Record<string, string | number | null> | undefined
}

/** The warnings about the range and the texts, which the editor words for what the user sees and can do there. */
const withValues: ReadonlySet<WarningCode> = new Set([
  'ambiguous-ref',
  'diverged',
  'evidence-cut',
  'message-cut',
  'model-fallback',
  'moving-tag',
  'release-between',
  'reversed',
  'secrets-redacted',
  'short-history',
  'text-cut',
  'wide-range',
])

/** Creates a warning with the text of its code. */
export function warn<Code extends WarningCode>(
  code: Code,
  ...values: Parameters<Catalogue[Code]['text']>
): Warning {
  // The row and its values belong to the same code, which the compiler cannot follow through the lookup.
  const row = catalogue[code] as unknown as {
    text: (...given: typeof values) => string
    instead?: (...given: typeof values) => SuggestedRefs | null
  }
  const instead = row.instead?.(...values)
  return {
    code,
    detail: row.text(...values),
    ...(instead ? { instead } : {}),
    ...(withValues.has(code) ? { values: values[0] as NonNullable<Warning['values']> } : {}),
  }
}

/** Whether the same request may be answered without this warning a minute later. */
export function isTransient({ code }: Warning): boolean {
  return catalogue[code].transient
}

function count(number: number, noun: string): string {
  if (number === 1) return `1 ${noun}`
  return `${number} ${noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`
}

function listPaths(paths: string[]): string {
  const more = paths.length - 10
  return `${paths.slice(0, 10).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function howToGetModel(rulesRequested: boolean): string {
  return rulesRequested
    ? 'Remove `writer` to let a model write.'
    : 'Send a model key as X-API-Key (NOTEWRIGHT_API_KEY on the command line) to let a model write.'
}

function describeUnknownPullRequests(unknown: UnknownPullRequests): string {
  if (unknown.because === 'git-only') {
    return `${unknown.host} answers only git requests at the moment: labels, logins and pull requests that no message names are missing. Try again later.`
  }
  const missing = 'labels, logins and pull requests that no message names are missing'
  if (unknown.because === 'denied') {
    return `${unknown.host} lists no pull requests of this repository for this token: ${missing}. Either the repository has pull requests switched off, or the token needs ${unknown.permission}.`
  }
  if (unknown.because === 'failed')
    return `The pull requests could not be read: ${missing}. ${unknown.reason}`
  const { commits } = unknown
  const were = `${commits === 1 ? 'was' : 'were'} not looked up`
  if (unknown.because === 'no-recent-match') {
    return `${count(commits, 'commit')} that ${commits === 1 ? 'names' : 'name'} no pull request ${were}, because none of those looked up before belongs to one. If some belong to a pull request, use a smaller range.`
  }
  if (unknown.because === 'not-on-pages-read') {
    return `${count(commits, 'commit')} ${were}: the host lists pull requests by page, and none of those read belongs to them. If some belong to a pull request, use a smaller range.`
  }
  return `${count(commits, 'commit')} ${were}: the host supports only REST, and only the last ${unknown.listed} pull requests and ${unknown.single} others were read. Use a smaller range to get all labels.`
}
