import type { ComponentChildren, JSX } from 'preact'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'

interface ChipProps {
  color?: 'neutral' | 'accent' | 'danger' | 'warn' | 'ok'
  icon?: IconName
  children: ComponentChildren
}

/** A small label, such as "Breaking" or the name of a branch. */
export function Chip({ color = 'neutral', icon, children }: ChipProps) {
  return (
    <span class={color === 'neutral' ? 'label' : `label label-${color}`}>
      {icon ? <Icon name={icon} size={14} /> : null}
      {children}
    </span>
  )
}

interface PillProps {
  pressed: boolean
  onClick: () => void
  /** The accessible name, if it differs from the content. */
  label?: string
  icon?: JSX.Element
  children: ComponentChildren
}

/** A round button that can be pressed, such as a filter. */
export function Pill({ pressed, onClick, label, icon, children }: PillProps) {
  return (
    <button type="button" class="pill" aria-pressed={pressed} aria-label={label} onClick={onClick}>
      {icon}
      {children}
    </button>
  )
}
