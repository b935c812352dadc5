import type { EditorModel } from './editor-model.ts'

/** The entry that gets the focus after entries were removed: the next shown one, else the previous; null if none is left. */
export function focusAfterRemoval(order: string[], removed: string[]): string | null {
  const gone = new Set(removed)
  const last = order.findLastIndex((id) => gone.has(id))
  const next = order.slice(last + 1).find((id) => !gone.has(id))
  return next ?? order.slice(0, Math.max(0, last)).findLast((id) => !gone.has(id)) ?? null
}

/** The first shown entry that differs between two models; null if none is shown. */
export function firstChanged(before: EditorModel, after: EditorModel, order: string[]): string | null {
  const old = new Map(before.entries.map((entry) => [entry.id, entry]))
  const now = new Map(after.entries.map((entry) => [entry.id, entry]))
  return order.find((id) => now.has(id) && now.get(id) !== old.get(id)) ?? null
}

/** All shown entries from one to another, both included. */
export function rangeBetween(order: string[], from: string, to: string): string[] {
  const start = order.indexOf(from)
  const end = order.indexOf(to)
  if (start === -1 || end === -1) return end === -1 ? [] : [to]
  return order.slice(Math.min(start, end), Math.max(start, end) + 1)
}
