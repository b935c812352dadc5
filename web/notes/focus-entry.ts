/** Focuses an entry, now if it is rendered, otherwise after the next frame. */
export function focusEntry(id: string): void {
  const find = () => document.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"] .entry-text`)
  find()?.focus()
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) find()?.focus()
  })
}
