import type { ComponentChildren } from 'preact'
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
