import { useEffect, useRef } from 'preact/hooks'
import { findPreviousRelease, listRefs, listRepositories } from '../api-client/listings.ts'
import { Combobox, type ComboboxOption } from '../components/combobox.tsx'
import { formatDay } from '../components/format.ts'
import { Icon } from '../components/icon.tsx'
import { PackagePicker } from '../configuration/package-picker.tsx'
import { loadRangeFrom, loadRangeSoon } from '../effects/load-range.ts'
import type { DraftOptions, Session } from '../state/app-state.ts'
import { useAppState, useServices } from '../state/store.ts'
import { startStrings as strings } from '../strings/start.ts'
import { ReleaseTimeline } from './release-timeline.tsx'
import type { Releases } from './use-releases.ts'

const lastCommits = 'HEAD~50'

/** The form for the repository and the range. */
export function RangeForm({ session, releases }: { session: Session; releases: Releases }) {
  const services = useServices()
  const options = useAppState((state) => state.options)
  const chosenFor = useRef('')
  usePreselection(session, options)
  useOnlyRepository(session)
  const set = (given: Partial<DraftOptions>) =>
    services.store.dispatch({ type: 'set-options', options: given })
  const chooseFrom = (fromRef: string) => {
    chosenFor.current = options.repo
    set({ fromRef })
    loadRangeSoon(services)
  }
  const chooseTo = (toRef: string) => {
    const { repo, package: packageName } = options
    set({ toRef })
    // Unless the user chose the start, it follows the end.
    if (chosenFor.current === repo) loadRangeSoon(services)
    else
      loadRangeFrom(services, (signal) => findPreviousRelease(session, { repo, packageName, toRef }, signal))
  }
  const searchRefs = (query: string, signal: AbortSignal) =>
    findRefs(session, { repo: options.repo, query }, signal)
  return (
    <form class="range-form" onSubmit={(event) => event.preventDefault()}>
      <Combobox
        label={strings.repository}
        icon="book-marked"
        size="lg"
        placeholder={strings.repositoryPlaceholder}
        value={options.repo}
        scope={session.host}
        search={(query, signal) => findRepositories(session, query, signal)}
        onChoose={(repo) => set({ repo })}
        aside={<Icon name="chevrons-up-down" size={14} />}
      />
      {options.repo === '' ? null : (
        <>
          <PackagePicker onChoose={(name) => set({ package: name })} />
          <div class="ends">
            <Combobox
              label={strings.from}
              hint={strings.fromHint}
              icon="tag"
              value={options.fromRef}
              scope={options.repo}
              search={async (query, signal) => [
                ...(await searchRefs(query, signal)),
                ...(query === '' ? [{ value: lastCommits, hint: strings.lastCommits }] : []),
              ]}
              onChoose={chooseFrom}
            />
            <span class="ends-arrow">
              <Icon name="arrow-right" />
            </span>
            <Combobox
              label={strings.to}
              icon="git-branch"
              value={options.toRef}
              scope={options.repo}
              search={searchRefs}
              onChoose={chooseTo}
            />
          </div>
          <ReleaseTimeline releases={releases} options={options} onChoose={chooseFrom} />
        </>
      )}
    </form>
  )
}

async function findRepositories(
  session: Session,
  query: string,
  signal: AbortSignal,
): Promise<ComboboxOption[]> {
  return (await listRepositories(session, query, signal)).map((value) => ({ value, icon: 'book-marked' }))
}

async function findRefs(
  session: Session,
  query: { repo: string; query: string },
  signal: AbortSignal,
): Promise<ComboboxOption[]> {
  const refs = await listRefs(session, query, signal)
  return refs.map(({ name, kind, date }) => ({
    value: name,
    icon: kind === 'tag' ? 'tag' : 'git-branch',
    ...(date ? { hint: formatDay(date) } : {}),
  }))
}

/** Chooses the last release as the start, and loads the range, when a repository or a package is chosen. */
function usePreselection(session: Session, { repo, package: packageName }: DraftOptions): void {
  const services = useServices()
  useEffect(() => {
    if (repo === '' || services.store.get().range.status !== 'idle') return
    const { toRef } = services.store.get().options
    const findStart = async (signal: AbortSignal) => {
      // If the release cannot be found, loading the range shows the error.
      const previous = await findPreviousRelease(session, { repo, packageName, toRef }, signal).catch(
        () => null,
      )
      return previous ?? lastCommits
    }
    return loadRangeFrom(services, findStart)
  }, [session, repo, packageName])
}

/** Chooses the repository if there is only one. */
function useOnlyRepository(session: Session): void {
  const { store } = useServices()
  useEffect(() => {
    const controller = new AbortController()
    const choose = (names: string[]) => {
      if (names.length === 1 && store.get().options.repo === '')
        store.dispatch({ type: 'set-options', options: { repo: names[0]! } })
    }
    // Without the list the user can still type the name.
    listRepositories(session, '', controller.signal).then(choose, () => {})
    return () => controller.abort()
  }, [session])
}
