import type { Category } from '../../src/core/category.ts'
import type { IconName } from './icon-names.ts'

interface IconProps {
  name: IconName
  size?: 14 | 16 | 24
  class?: string
}

/** An icon of the sprite. It is decorative: the control around it has the accessible name. */
export function Icon({ name, size = 16, class: given = '' }: IconProps) {
  return (
    <svg class={`icon ${given}`.trimEnd()} width={size} height={size} aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  )
}

const categoryIcons: Record<Category, IconName> = {
  Added: 'circle-plus',
  Changed: 'arrow-right-left',
  Deprecated: 'clock-alert',
  Removed: 'circle-minus',
  Fixed: 'wrench',
  Security: 'shield',
}

/** The icon of a category, in its colour. */
export function CategoryIcon({ category }: { category: Category }) {
  return (
    <svg class="icon" width={16} height={16} aria-hidden="true" data-category={category}>
      <use href={`#icon-${categoryIcons[category]}`} />
    </svg>
  )
}

/** The mark of Notewright. */
export function Mark({ size }: { size: number }) {
  return (
    <svg class="mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="currentColor" />
      <path
        class="mark-lines"
        d="M9 10.5h14M9 16h14M9 21.5h8"
        stroke="var(--bg)"
        stroke-width="2.6"
        stroke-linecap="round"
      />
    </svg>
  )
}
