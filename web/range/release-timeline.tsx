import { useId, useState } from 'preact/hooks'
import type { ListedRelease } from '../api-client/listings.ts'
import { LinkButton } from '../components/button.tsx'
import { Chip } from '../components/chip.tsx'
import { Checkbox } from '../components/field.tsx'
import { formatCount, formatDay, shortSha } from '../components/format.ts'
import { Skeleton } from '../components/meter.tsx'
import type { DraftOptions } from '../state/app-state.ts'
import { startStrings as strings } from '../strings/start.ts'
import type { Releases } from './use-releases.ts'

interface ReleaseTimelineProps {
  releases: Releases
  options: DraftOptions
  onChoose: (fromRef: string) => void
}

/** The releases of the repository by ancestry; choosing one makes it the start of the range. */
export function ReleaseTimeline({
  releases: { list, isLoading, loadOlder },
  options,
  onChoose,
}: ReleaseTimelineProps) {
  const name = useId()
  const [showsPreReleases, setShowsPreReleases] = useState(false)
  if (list === null) return isLoading ? <LoadingTimeline /> : null
  const shown = list.releases.filter(
    (release) => showsPreReleases || !release.preRelease || release.name === options.fromRef,
  )
  const rows = addGaps(shown, list.releases)
  const last = shown.find(({ reachable, preRelease }) => reachable && !preRelease)
  const hasPreReleases = list.releases.some(({ preRelease }) => preRelease)
  const to = list.to.ref
  return (
    <fieldset class="timeline" aria-busy={isLoading}>
      <legend class="group-title">{strings.releases}</legend>
      <ol class={isLoading ? 'timeline-list dimmed' : 'timeline-list'}>
        <li class="release release-end">
          <div class="release-row">
            <span class="release-line" />
            <span class="release-node" />
            <b class="release-name">{to}</b>
            <code class="sha">{shortSha(list.to.sha)}</code>
            {to === 'HEAD' ? <span class="hint phone-hidden">{strings.defaultBranch}</span> : null}
            <span class="grow" />
            {list.to.date ? <span class="hint">{formatDay(list.to.date)}</span> : null}
          </div>
        </li>
        {rows.map(({ release, commits, isInRange }) => (
          <ReleaseRow
            key={release.name}
            name={name}
            release={release}
            commits={commits}
            to={to}
            isLast={release === last}
            isInRange={isInRange && shown.some((each) => each.name === options.fromRef)}
            checked={release.name === options.fromRef}
            onChoose={() => onChoose(release.name)}
          />
        ))}
        {shown.length === 0 ? <li class="release-none hint">{strings.noReleases(to)}</li> : null}
      </ol>
      {hasPreReleases || loadOlder ? (
        <div class="timeline-foot">
          {hasPreReleases ? (
            <Checkbox
              label={strings.showPreReleases}
              checked={showsPreReleases}
              onChange={setShowsPreReleases}
            />
          ) : null}
          <span class="grow" />
          {loadOlder ? <LinkButton onClick={loadOlder}>{strings.showOlder}</LinkButton> : null}
        </div>
      ) : null}
    </fieldset>
  )

  /** Adds the commits of hidden releases to the next shown one, and says which rows are newer than the start. */
  function addGaps(visible: ListedRelease[], all: ListedRelease[]) {
    let waiting = 0
    let hasAbove = false
    const from = all.findIndex((each) => each.name === options.fromRef)
    return all.flatMap((release, index) => {
      waiting += release.commits ?? 0
      if (!visible.includes(release)) return []
      // Several tags of one commit have nothing between them.
      const isSame = waiting === 0 && hasAbove
      const commits = release.reachable && !isSame ? waiting : null
      if (release.reachable) {
        waiting = 0
        hasAbove = true
      }
      return [{ release, commits, isInRange: index <= from }]
    })
  }
}

interface ReleaseRowProps {
  name: string
  release: ListedRelease
  /** How many commits are between this release and the one above. */
  commits: number | null
  to: string
  isLast: boolean
  isInRange: boolean
  checked: boolean
  onChoose: () => void
}

function ReleaseRow({ name, release, commits, to, isLast, isInRange, checked, onChoose }: ReleaseRowProps) {
  const { reachable, branch, preRelease, date } = release
  const classes = ['release', reachable ? '' : 'release-side', isInRange ? 'release-in' : '']
  return (
    <>
      {commits === null ? null : (
        <li class={isInRange ? 'release-gap release-in' : 'release-gap'} aria-hidden="true">
          <span class="release-line" />
          <span class="hint">{formatCount(commits, 'commit')}</span>
        </li>
      )}
      <li class={classes.filter((each) => each !== '').join(' ')}>
        <label class="release-row">
          <span class="release-line" />
          {reachable ? null : <span class="release-fork" />}
          <input
            type="radio"
            class="radio"
            name={name}
            checked={checked}
            aria-label={
              reachable ? strings.fromTag(release.name) : strings.fromOtherBranch(release.name, branch, to)
            }
            onChange={onChoose}
          />
          <span class="release-name">{release.name}</span>
          {reachable ? null : (
            <Chip {...(branch === null ? {} : { icon: 'git-branch' as const })}>
              {branch ?? strings.notOn(to)}
            </Chip>
          )}
          {preRelease ? <Chip>{strings.preRelease}</Chip> : null}
          {isLast ? <Chip color="accent">{strings.lastRelease(to)}</Chip> : null}
          <span class="grow" />
          {date ? <span class="hint release-date">{formatDay(date)}</span> : null}
        </label>
      </li>
    </>
  )
}

function LoadingTimeline() {
  return (
    <div class="timeline" aria-hidden="true">
      <p class="group-title">{strings.releases}</p>
      <div class="timeline-list timeline-loading">
        {['40%', '55%', '35%', '48%'].map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    </div>
  )
}
