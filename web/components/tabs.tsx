/** One tab; a count is shown beside the title unless it is 0. */
interface Tab<Name extends string> {
  name: Name
  title: string
  count?: number
}

interface TabsProps<Name extends string> {
  label: string
  tabs: readonly Tab<Name>[]
  chosen: Name
  onChoose: (name: Name) => void
}

interface TabListProps<Name extends string> extends TabsProps<Name> {
  /** The panel has the id `{id}-panel` and is labelled by `{id}-{name}`. */
  id: string
}

/** A line of tabs with arrow-key navigation, following the ARIA pattern; the panel is drawn elsewhere. */
export function TabList<Name extends string>({ id, label, tabs, chosen, onChoose }: TabListProps<Name>) {
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ name }) => name === chosen)
    const targets: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: tabs.length - 1,
    }
    const to = targets[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = tabs[(to + tabs.length) % tabs.length]!
    onChoose(next.name)
    document.getElementById(`${id}-${next.name}`)?.focus()
  }
  return (
    <div class="tab-list" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map(({ name, title, count }) => (
        <button
          key={name}
          type="button"
          role="tab"
          class="tab"
          id={`${id}-${name}`}
          aria-selected={name === chosen}
          aria-controls={`${id}-panel`}
          tabIndex={name === chosen ? 0 : -1}
          onClick={() => onChoose(name)}
        >
          {title}
          {count ? <span class="tab-count">{count}</span> : null}
        </button>
      ))}
    </div>
  )
}
