import { useEffect, useState } from 'preact/hooks'
import { Select } from '../components/field.tsx'
import { useAppState } from '../state/store.ts'
import { startStrings as strings } from '../strings/start.ts'

const noNames: string[] = []

/** Returns the packages of the chosen repository, as far as they are known; they stay known while a range is loaded. */
function usePackages(): string[] {
  const repo = useAppState((state) => state.options.repo)
  const chosen = useAppState((state) => state.options.package)
  const loaded = useAppState(({ range }) =>
    range.status === 'loaded' ? range.index.answer.layout.packages : null,
  )
  const [known, setKnown] = useState({ repo, names: loaded ?? noNames })
  useEffect(() => {
    if (loaded) setKnown({ repo, names: loaded })
  }, [repo, loaded])
  const names = loaded ?? (known.repo === repo ? known.names : noNames)
  return chosen === null || names.includes(chosen) ? names : [chosen, ...names]
}

/** The field that chooses a package of the configuration; nothing if there are none. */
export function PackagePicker({ onChoose }: { onChoose: (name: string | null) => void }) {
  const names = usePackages()
  const chosen = useAppState((state) => state.options.package)
  if (names.length === 0) return null
  return (
    <Select
      label={strings.package}
      hint={strings.packageHint}
      value={chosen ?? ''}
      options={[
        { value: '', label: strings.wholeRepository },
        ...names.map((name) => ({ value: name, label: name })),
      ]}
      onChange={(name) => onChoose(name || null)}
    />
  )
}
