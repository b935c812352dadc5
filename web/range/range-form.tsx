import { useEffect, useState } from 'preact/hooks'
import { findPreviousRelease, listRefs, listRepositories } from '../api-client/listings.ts'
import { Combobox, type ComboboxOption } from '../components/combobox.tsx'
import { PackagePicker } from '../configuration/package-picker.tsx'
import { loadRange } from '../effects/load-range.ts'
import type { DraftOptions, Session } from '../state/app-state.ts'
import { useAppState, useServices } from '../state/store.ts'
import { type LastReleases, type Preset, rangePresets } from './range-presets.ts'
import { WritingOptions } from './writing-options.tsx'

/** The form for the repository, the range and the writing options. */
export function RangeForm({ session }: { session: Session }) {
  const services = useServices()
  const options = useAppState((state) => state.options)
  const presets = usePresets(session, options)
  useOnlyRepository(session)
  const choose = (given: Partial<DraftOptions>) => {
    services.store.dispatch({ type: 'set-options', options: given })
    void loadRange(services)
  }
  return (
    <form class="form" onSubmit={(event) => event.preventDefault()}>
      <Combobox
        label="Repository"
        value={options.repo}
        scope={session.host}
        search={(query, signal) => findRepositories(session, query, signal)}
        onChoose={(repo) => services.store.dispatch({ type: 'set-options', options: { repo } })}
      />
      {options.repo === '' ? null : (
        <>
          <PackagePicker
            onChoose={(name) => services.store.dispatch({ type: 'set-options', options: { package: name } })}
          />
          <div class="pair">
            <Combobox
              label="From"
              hint="Not included. Usually the last release."
              value={options.fromRef}
              scope={options.repo}
              search={(query, signal) => findRefs(session, { repo: options.repo, query }, signal)}
              onChoose={(fromRef) => choose({ fromRef })}
            />
            <Combobox
              label="To"
              hint="HEAD is the tip of the default branch."
              value={options.toRef}
              scope={options.repo}
              search={(query, signal) => findRefs(session, { repo: options.repo, query }, signal)}
              onChoose={(toRef) => choose({ toRef })}
            />
          </div>
          <Presets presets={presets} options={options} onChoose={choose} />
          <WritingOptions onAudience={(audience) => choose({ audience })} />
        </>
      )}
    </form>
  )
}

interface PresetsProps {
  presets: Preset[]
  options: DraftOptions
  onChoose: (range: Preset['range']) => void
}

function Presets({ presets, options, onChoose }: PresetsProps) {
  return (
    <fieldset class="chips">
      <legend class="sr-only">Common ranges</legend>
      {presets.map(({ title, range }) => (
        <button
          key={title}
          type="button"
          class="chip"
          aria-pressed={range.fromRef === options.fromRef && range.toRef === options.toRef}
          onClick={() => onChoose(range)}
        >
          {title}
        </button>
      ))}
    </fieldset>
  )
}

async function findRepositories(
  session: Session,
  query: string,
  signal: AbortSignal,
): Promise<ComboboxOption[]> {
  return (await listRepositories(session, query, signal)).map((value) => ({ value }))
}

async function findRefs(
  session: Session,
  query: { repo: string; query: string },
  signal: AbortSignal,
): Promise<ComboboxOption[]> {
  const refs = await listRefs(session, query, signal)
  return refs.map(({ name, kind, date }) => ({
    value: name,
    hint: date ? `${kind}, ${date.slice(0, 10)}` : kind,
  }))
}

const noReleases: LastReleases = { last: null, before: null }

/** Returns the ranges to offer, and loads the first one when a repository or a package is chosen. */
function usePresets(session: Session, { repo, package: packageName }: DraftOptions): Preset[] {
  const services = useServices()
  const [releases, setReleases] = useState<LastReleases>(noReleases)
  useEffect(() => {
    if (repo === '') return
    const controller = new AbortController()
    const { signal } = controller
    const isNew = services.store.get().range.status === 'idle'
    const show = (found: LastReleases) => {
      if (!signal.aborted) setReleases(found)
    }
    const loadFirst = (last: string | null) => {
      show({ last, before: null })
      // The user may have chosen a range in the meantime.
      if (signal.aborted || !isNew || services.store.get().range.status !== 'idle') return
      const [first] = rangePresets({ last, before: null })
      services.store.dispatch({ type: 'set-options', options: first!.range })
      void loadRange(services)
    }
    const findBefore = async () => {
      const last = await findPreviousRelease(session, { repo, packageName, toRef: 'HEAD' }, signal)
      loadFirst(last)
      if (last === null) return
      // Without the release before it, only its button is missing.
      const before = await findPreviousRelease(session, { repo, packageName, toRef: last }, signal).catch(
        () => null,
      )
      show({ last, before })
    }
    // If the release cannot be found, loading the range shows the error.
    findBefore().catch(() => loadFirst(null))
    return () => controller.abort()
  }, [session, repo, packageName])
  return rangePresets(releases)
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
