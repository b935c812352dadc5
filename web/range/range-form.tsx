import { useEffect, useState } from 'preact/hooks'
import type { RefName } from '../../src/core/listing.ts'
import { loadRange } from '../effects/load-range.ts'
import { Combobox, type Option } from '../parts/combobox.tsx'
import { listRefs, listRepositories } from '../service/pickers.ts'
import type { Choice, Session } from '../state/app-state.ts'
import { useApp, useTools } from '../state/store.ts'
import { type Preset, presetsFor } from './choose-range.ts'
import { WriterFields } from './writer-fields.tsx'

/** Where the notes come from and who words them; each answer narrows the next question. */
export function RangeForm({ session }: { session: Session }) {
  const tools = useTools()
  const choice = useApp((state) => state.choice)
  const presets = usePresets(session, choice.repo)
  useOnlyRepository(session)
  const choose = (given: Partial<Choice>) => {
    tools.store.send({ type: 'choose', choice: given })
    void loadRange(tools)
  }
  return (
    <form class="form" onSubmit={(event) => event.preventDefault()}>
      <Combobox
        label="Repository"
        value={choice.repo}
        about={session.host}
        search={(query, signal) => findRepositories(session, query, signal)}
        onChoose={(repo) => tools.store.send({ type: 'choose', choice: { repo } })}
      />
      {choice.repo === '' ? null : (
        <>
          <div class="pair">
            <Combobox
              label="From"
              hint="Not included itself: the last release."
              value={choice.fromRef}
              about={choice.repo}
              search={(query, signal) => findRefs(session, { repo: choice.repo, query }, signal)}
              onChoose={(fromRef) => choose({ fromRef })}
            />
            <Combobox
              label="To"
              hint="HEAD is the tip of the main branch."
              value={choice.toRef}
              about={choice.repo}
              search={(query, signal) => findRefs(session, { repo: choice.repo, query }, signal)}
              onChoose={(toRef) => choose({ toRef })}
            />
          </div>
          <Presets presets={presets} choice={choice} onChoose={choose} />
          <WriterFields onAudience={(audience) => choose({ audience })} />
        </>
      )}
    </form>
  )
}

interface PresetsProps {
  presets: Preset[]
  choice: Choice
  onChoose: (range: Preset['range']) => void
}

function Presets({ presets, choice, onChoose }: PresetsProps) {
  return (
    <fieldset class="chips">
      <legend class="sr-only">Ranges that people often want</legend>
      {presets.map(({ title, range }) => (
        <button
          key={title}
          type="button"
          class="chip"
          aria-pressed={range.fromRef === choice.fromRef && range.toRef === choice.toRef}
          onClick={() => onChoose(range)}
        >
          {title}
        </button>
      ))}
    </fieldset>
  )
}

async function findRepositories(session: Session, query: string, signal: AbortSignal): Promise<Option[]> {
  return (await listRepositories(session, query, signal)).map((value) => ({ value }))
}

async function findRefs(
  session: Session,
  question: { repo: string; query: string },
  signal: AbortSignal,
): Promise<Option[]> {
  const refs = await listRefs(session, question, signal)
  return refs.map(({ name, kind, date }) => ({
    value: name,
    hint: date ? `${kind}, ${date.slice(0, 10)}` : kind,
  }))
}

/** The ranges to offer; a newly chosen repository starts with the first of them. */
function usePresets(session: Session, repo: string): Preset[] {
  const tools = useTools()
  const [refs, setRefs] = useState<RefName[]>([])
  useEffect(() => {
    if (repo === '') return
    const work = new AbortController()
    const isFresh = tools.store.get().range.is === 'unasked'
    const begin = (found: RefName[]) => {
      if (work.signal.aborted) return
      setRefs(found)
      // Who was faster has chosen already.
      if (!isFresh || tools.store.get().range.is !== 'unasked') return
      tools.store.send({ type: 'choose', choice: presetsFor(found)[0]!.range })
      void loadRange(tools)
    }
    // Without names to offer, the range itself says what is wrong.
    listRefs(session, { repo, query: '' }, work.signal).then(begin, () => begin([]))
    return () => work.abort()
  }, [session, repo])
  return presetsFor(refs)
}

/** Where there is only one repository, nobody needs to choose it. */
function useOnlyRepository(session: Session): void {
  const { store } = useTools()
  useEffect(() => {
    const work = new AbortController()
    const choose = (names: string[]) => {
      if (names.length === 1 && store.get().choice.repo === '')
        store.send({ type: 'choose', choice: { repo: names[0]! } })
    }
    // A list that cannot be had is no loss: the name can be typed.
    listRepositories(session, '', work.signal).then(choose, () => {})
    return () => work.abort()
  }, [session])
}
