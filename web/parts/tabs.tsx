import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface TabsProps<Name extends string> {
  label: string
  names: readonly { name: Name; title: string; count?: number }[]
  chosen: Name
  onChoose: (name: Name) => void
  children: ComponentChildren
}

/** Several views of one thing, one at a time; arrows go from one to the next. */
export function Tabs<Name extends string>({ label, names, chosen, onChoose, children }: TabsProps<Name>) {
  const id = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    const at = names.findIndex(({ name }) => name === chosen)
    const to =
      event.key === 'ArrowRight'
        ? at + 1
        : event.key === 'ArrowLeft'
          ? at - 1
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? names.length - 1
              : null
    if (to === null) return
    event.preventDefault()
    const next = names[(to + names.length) % names.length]!
    onChoose(next.name)
    document.getElementById(`${id}-${next.name}`)?.focus()
  }
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {names.map(({ name, title, count }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {title}
            {count ? <span class="count">{count}</span> : null}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${chosen}`}
        class="tab-panel"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {children}
      </div>
    </div>
  )
}
