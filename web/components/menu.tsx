import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'
import { Kbd } from './kbd.tsx'

/** One line of a menu. */
export type MenuItem =
  | 'separator'
  | {
      label: string
      icon?: IconName
      /** Drawn in place of the icon, for example the icon of a category. */
      picture?: ComponentChildren
      keys?: string
      danger?: boolean
      disabled?: boolean
      /** Makes the item a radio item or a checkbox item that is checked or not. */
      checked?: boolean
      onChoose: () => void
    }
  | { label: string; icon?: IconName; items: MenuItem[] }

interface MenuProps {
  /** The accessible name. */
  label: string
  items: MenuItem[]
  /** The element that the menu opens below of. */
  anchor: Element
  /** Opens beside the anchor, as submenus do. */
  beside?: boolean
  /** Called when the menu has to close; the caller moves the focus to what opened the menu unless an item was chosen. */
  onClose: (chosen: boolean) => void
}

/** A menu with the focus on one item: arrow keys, Home, End, letters, submenus with the right arrow. */
function Menu({ label, items, anchor, beside = false, onClose }: MenuProps) {
  const box = useRef<HTMLDivElement>(null)
  const [openItem, setOpenItem] = useState<number | null>(null)
  const typed = useRef({ text: '', at: 0 })
  useLayoutEffect(() => {
    const element = box.current!
    element.showPopover()
    placeMenu(element, anchor.getBoundingClientRect(), beside)
    itemsOf(element)[0]?.focus()
  }, [])
  useEffect(() => {
    const close = (event: Event) => {
      if (
        event.target instanceof Node &&
        (box.current?.contains(event.target) || anchor.contains(event.target))
      )
        return
      if (!beside) onClose(false)
    }
    document.addEventListener('pointerdown', close, true)
    return () => document.removeEventListener('pointerdown', close, true)
  }, [])

  const focusAt = (index: number) => {
    const all = itemsOf(box.current!)
    all[(index + all.length) % all.length]?.focus()
  }
  const findTyped = (letter: string, from: number, timeStamp: number) => {
    const text = timeStamp - typed.current.at < 700 ? typed.current.text + letter : letter
    typed.current = { text, at: timeStamp }
    const all = itemsOf(box.current!)
    const found = [...all.slice(from + 1), ...all.slice(0, from + 1)].find((each) =>
      each.textContent?.toLowerCase().startsWith(text.toLowerCase()),
    )
    found?.focus()
  }
  const press = (event: KeyboardEvent) => {
    const all = itemsOf(box.current!)
    const at = all.indexOf(document.activeElement as HTMLElement)
    // A submenu handles its own keys.
    if (at === -1) return
    const opened = all[at]!
    const submenu = opened.getAttribute('aria-haspopup') === 'menu'
    const acts: Record<string, (() => void) | undefined> = {
      ArrowDown: () => focusAt(at + 1),
      ArrowUp: () => focusAt(at - 1),
      Home: () => focusAt(0),
      End: () => focusAt(-1),
      Escape: () => onClose(false),
      Tab: () => onClose(false),
      ArrowRight: submenu ? () => opened.click() : undefined,
      ArrowLeft: beside ? () => onClose(false) : undefined,
    }
    const act =
      acts[event.key] ??
      (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey
        ? () => findTyped(event.key, at, event.timeStamp)
        : undefined)
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return (
    <div ref={box} class="menu" role="menu" aria-label={label} popover="manual" onKeyDown={press}>
      {items.map((item, index) =>
        item === 'separator' ? (
          <hr key={index} class="menu-separator" />
        ) : 'items' in item ? (
          <Submenu
            key={item.label}
            item={item}
            isOpen={openItem === index}
            onToggle={(isOpen) => setOpenItem(isOpen ? index : null)}
            onChosen={() => onClose(true)}
          />
        ) : (
          <button
            key={item.label}
            type="button"
            {...(item.checked === undefined
              ? { role: 'menuitem' }
              : { role: 'menuitemradio', 'aria-checked': item.checked })}
            aria-disabled={item.disabled}
            tabIndex={-1}
            class={item.danger ? 'menu-item menu-item-danger' : 'menu-item'}
            onPointerEnter={() => setOpenItem(null)}
            onClick={() => {
              if (item.disabled) return
              onClose(true)
              item.onChoose()
            }}
          >
            {item.picture ?? (item.icon ? <Icon name={item.icon} /> : null)}
            <span class="grow">{item.label}</span>
            {item.checked ? <Icon name="check" size={14} /> : null}
            {item.keys ? <Kbd keys={item.keys} /> : null}
          </button>
        ),
      )}
    </div>
  )
}

interface SubmenuProps {
  item: { label: string; icon?: IconName; items: MenuItem[] }
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  onChosen: () => void
}

function Submenu({ item, isOpen, onToggle, onChosen }: SubmenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        role="menuitem"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        tabIndex={-1}
        class="menu-item"
        onClick={() => onToggle(true)}
      >
        {item.icon ? <Icon name={item.icon} /> : null}
        <span class="grow">{item.label}</span>
        <Icon name="chevron-right" size={14} />
      </button>
      {isOpen ? (
        <Menu
          label={item.label}
          items={item.items}
          anchor={button.current!}
          beside
          onClose={(chosen) => {
            onToggle(false)
            if (chosen) onChosen()
            else button.current?.focus()
          }}
        />
      ) : null}
    </>
  )
}

/** The items of a menu, without those of its submenus. */
function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('.menu-item')].filter(
    (each) => each.closest('.menu') === menu,
  )
}

function placeMenu(
  { style, offsetWidth, offsetHeight }: HTMLElement,
  anchor: DOMRect,
  beside: boolean,
): void {
  const startsAt = beside ? anchor.right + 2 : anchor.left
  const endsAt = beside ? anchor.left - 2 - offsetWidth : anchor.right - offsetWidth
  const left = startsAt + offsetWidth + 8 > innerWidth ? endsAt : startsAt
  const top = beside ? anchor.top - 4 : anchor.bottom + 4
  style.left = `${Math.max(8, Math.min(left, innerWidth - offsetWidth - 8))}px`
  style.top = `${Math.max(8, Math.min(top, innerHeight - offsetHeight - 8))}px`
}

/** What the button of a menu has to have. */
interface MenuTriggerProps {
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onClick: (event: MouseEvent) => void
}

interface MenuButtonProps {
  /** The accessible name of the menu. */
  label: string
  /** Called when the menu opens. */
  items: () => MenuItem[]
  /** Renders the button: `{(props) => <IconButton icon="ellipsis" label="More" {...props} />}`. */
  children: (props: MenuTriggerProps) => ComponentChildren
}

/** A button that opens a menu; closing it without a choice moves the focus back to the button. */
export function MenuButton({ label, items, children }: MenuButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = (chosen: boolean) => {
    setAnchor(null)
    // Focus first goes back to the button; what was chosen may move it on.
    if (anchor?.isConnected && (chosen || document.activeElement?.closest('.menu'))) anchor.focus()
  }
  return (
    <>
      {children({
        'aria-haspopup': 'menu',
        'aria-expanded': anchor !== null,
        onClick: ({ currentTarget }) =>
          anchor ? close(false) : setAnchor(currentTarget instanceof HTMLElement ? currentTarget : null),
      })}
      {anchor ? <Menu label={label} items={items()} anchor={anchor} onClose={close} /> : null}
    </>
  )
}
