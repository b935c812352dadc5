import type { Category } from '../../src/core/category.ts'

/** The colour of a segment: a category, in the notes, excluded, or not drafted yet. */
export type MeterColor = Category | 'in' | 'out' | 'wait'

interface MeterProps {
  /** What the meter shows, as a sentence for screen readers; without one it is decorative. */
  label?: string
  segments: readonly { color: MeterColor; size: number }[]
  tall?: boolean
}

/** A bar whose segments are as wide as their sizes. */
export function Meter({ label, segments, tall = false }: MeterProps) {
  return (
    <span
      class={tall ? 'meter meter-tall' : 'meter'}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {segments
        .filter(({ size }) => size > 0)
        .map(({ color, size }) => (
          <i key={color} data-color={color} style={{ flex: size }} />
        ))}
    </span>
  )
}

/** The small square that explains a colour of a meter. */
export function Swatch({ color }: { color: MeterColor }) {
  return <span class="swatch" data-color={color} />
}

/** A grey bar in place of content that is still being loaded; sizes are CSS lengths. */
export function Skeleton({ width = '100%', height }: { width?: string; height?: string }) {
  return <span class="skeleton" aria-hidden="true" style={{ width, height }} />
}
