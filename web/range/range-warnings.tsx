import type { ChangesAnswer } from '../../src/core/answer.ts'
import type { Warning, WarningCode } from '../../src/core/warnings.ts'
import type { ListedRelease } from '../api-client/listings.ts'
import { Button } from '../components/button.tsx'
import { formatCount, formatDay, shortSha } from '../components/format.ts'
import { Notice } from '../components/notice.tsx'
import { loadRangeSoon } from '../effects/load-range.ts'
import type { DraftOptions } from '../state/app-state.ts'
import { useAppState, useServices } from '../state/store.ts'
import { startStrings as strings } from '../strings/start.ts'
import { warningStrings } from '../strings/warnings.ts'
import { describeWarning } from './describe-warning.ts'
import type { Releases } from './use-releases.ts'

export { ReadOnlyNote } from './read-only-note.tsx'

/** A warning as the summary shows it. */
interface ShownWarning {
  /** Identifies the warning among those that the user ignores. */
  id: string
  title: string
  text: string | null
  /** The button that avoids the warning. */
  fix: { label: string; options: Partial<DraftOptions> } | null
}

/** What is about the range itself; everything else is about the draft. */
const rangeCodes: ReadonlySet<WarningCode> = new Set([
  'ambiguous-ref',
  'diverged',
  'moving-tag',
  'previous-release-unknown',
  'release-between',
  'releases-elsewhere',
  'reversed',
  'secrets-redacted',
  'shallow-clone',
  'short-history',
  'wide-range',
])

/** The warnings about the range, each with a button that avoids it and one to ignore it. */
export function RangeWarnings({ answer, releases }: { answer: ChangesAnswer; releases: Releases }) {
  const services = useServices()
  const ignored = useAppState((state) => state.ignoredWarnings)
  const { fromRef, toRef } = answer.range
  const scope = `${fromRef}..${toRef}`
  const isAbout = ({ code, instead }: Warning) => rangeCodes.has(code) || instead !== undefined
  const shown = [...answer.warnings.filter(isAbout).map(toShown), ...newerElsewhere(answer, releases)].filter(
    ({ id }) => !ignored.includes(`${scope} ${id}`),
  )
  const others = answer.warnings.filter((warning) => !isAbout(warning))
  return (
    <>
      {shown.map(({ id, title, text, fix }) => (
        <Notice
          key={id}
          kind="warn"
          title={title}
          actions={
            <>
              {fix ? (
                <Button
                  size="sm"
                  onClick={() => {
                    services.store.dispatch({ type: 'set-options', options: fix.options })
                    loadRangeSoon(services)
                  }}
                >
                  {fix.label}
                </Button>
              ) : null}
              <Button
                size="sm"
                kind="quiet"
                onClick={() => services.store.dispatch({ type: 'ignore-warning', id: `${scope} ${id}` })}
              >
                {strings.ignore}
              </Button>
            </>
          }
        >
          {text}
        </Notice>
      ))}
      {others.length > 0 ? (
        <details class="other-warnings">
          <summary>{warningStrings.others(formatCount(others.length, 'more remark'))}</summary>
          <ul>
            {others.map((warning) => (
              <li key={warning.code + warning.detail}>{describeWarning(warning)?.title ?? warning.detail}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  )
}

function toShown(warning: Warning): ShownWarning {
  const { code, detail, instead, values } = warning
  const options = withoutMissing(instead)
  const fix = options && { label: labelOf(code, options), options }
  // Both ends can have the same warning.
  const id = values?.field === undefined ? code : `${code} ${values.field}`
  return { id, ...(describeWarning(warning) ?? { title: '', text: detail }), fix }
}

function withoutMissing(
  instead: Warning['instead'],
): Partial<Pick<DraftOptions, 'fromRef' | 'toRef'>> | null {
  if (!instead) return null
  const { fromRef, toRef } = instead
  return { ...(fromRef === undefined ? {} : { fromRef }), ...(toRef === undefined ? {} : { toRef }) }
}

function labelOf(code: WarningCode, { fromRef, toRef }: Partial<DraftOptions>): string {
  if (code === 'reversed') return strings.swap
  if (code === 'diverged') return strings.startWhereSplit
  if (code === 'ambiguous-ref') return strings.useBranch
  if (code === 'moving-tag') return strings.useSha(shortSha(fromRef ?? toRef ?? ''))
  return fromRef === undefined ? strings.endAt(toRef ?? '') : strings.startFrom(fromRef)
}

/** Says that another branch has a newer release than the one that the range starts from. */
function newerElsewhere({ range }: ChangesAnswer, { list }: Releases): ShownWarning[] {
  if (!list || list.to.ref !== range.toRef) return []
  const from = list.releases.find(({ name }) => name === range.fromRef)
  if (!from?.reachable || from.date === null) return []
  const newer = list.releases
    .filter((release) => !release.reachable && !release.preRelease && (release.date ?? '') > from.date!)
    .filter((release) => compareNames(release, from) > 0)
    .toSorted(compareNames)
    .at(-1)
  if (!newer) return []
  return [
    {
      id: `newer ${newer.name}`,
      title: warningStrings.newer(newer.name, range.toRef),
      text: warningStrings.newerHint(newer.branch, newer.date ? formatDay(newer.date) : null),
      fix: { label: strings.startFrom(newer.name), options: { fromRef: newer.name } },
    },
  ]
}

function compareNames(one: ListedRelease, other: ListedRelease): number {
  return one.name.localeCompare(other.name, 'en', { numeric: true })
}
