const update = '^(?:[\\w-]{1,20}(?:\\([^()]{0,60}\\))?!?: ?)?(?:bump|upgrade|update|pin|roll)s? '
const dependencyTitles = [
  // Bump undici from 6.1.0 to 6.2.0
  new RegExp(`${update}.{1,80} from v?\\d\\S* to v?\\d`, 'i'),
  // Update dependency vite to v8; Update actions/checkout action to v5.0.1
  new RegExp(
    `${update}(?:the )?(?:(?:dependency|module|package|crate|gem|plugin|image) )?[@\\w][\\w@./:-]*(?: action| digest| monorepo| commit reference)? to (?:v\\d|\\d+\\.\\d|[0-9a-f]{7,40}\\b)`,
    'i',
  ),
  // Bump example.org/slug@v0.18.3
  new RegExp(`${update}[@\\w][\\w./:-]{0,80}@v?\\d`, 'i'),
  // Update all non-major dependencies
  new RegExp(
    `${update}(?:the |all |npm |dev |go |non-major |minor |patch |private |internal |development |direct |indirect |transitive |outdated |some |\\w+-related ){0,3}(?:dependencies|deps|dependency versions|lock ?files?)(?: \\(.*\\))?$`,
    'i',
  ),
  /\block ?file maintenance$/i,
  /^(?:run(?:ning)? )?make update-[\w-]{0,40}deps$/i,
  /^(?:[a-z]{2,10}\(deps(?:-dev)?\)|deps(?:\([^()]{0,60}\))?)!?:/i,
]

/** Whether a title is that of a dependency update, as people and bots write it. */
export function isDependencyTitle(title: string): boolean {
  // Every pattern needs one of these words, and most titles contain none of them.
  return (
    /bump|upgrade|update|pin|roll|lock|deps/i.test(title) &&
    dependencyTitles.some((pattern) => pattern.test(title))
  )
}
