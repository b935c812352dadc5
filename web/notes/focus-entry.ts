/** Gives an entry the keyboard, at once where it is drawn already. */
export function focusEntry(id: string): void {
  const find = () => document.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"] .entry-text`)
  find()?.focus()
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) find()?.focus()
  })
}
