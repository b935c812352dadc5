import { useEffect } from 'preact/hooks'

const offset = 60

/** Lights the line of the entry under the pointer, and scrolls the preview with the list and the other way round. */
export function useSynchronisedPanes(): void {
  useEffect(() => {
    let lit: Element | null = null
    let isPointerInPanel = false
    let frame = 0
    const lineOf = (id: string) => document.querySelector(`.doc-preview [data-of="${CSS.escape(id)}"]`)
    const onPointerOver = ({ target }: PointerEvent) => {
      if (!(target instanceof Element)) return
      isPointerInPanel = target.closest('.panel') !== null
      const id = target.closest<HTMLElement>('.row')?.dataset.entry
      const line = id === undefined ? null : lineOf(id)
      if (line === lit) return
      lit?.classList.remove('lit')
      line?.classList.add('lit')
      lit = line
    }
    const onScroll = ({ target }: Event) => {
      if (!(target instanceof HTMLElement)) return
      const isList = target.matches('.list')
      if (!isList && !target.matches('.panel-body[data-tab="preview"]')) return
      // The pane under the pointer leads; the other one follows.
      if (isList === isPointerInPanel) return
      frame ||= requestAnimationFrame(() => {
        frame = 0
        follow(target, isList)
      })
    }
    document.addEventListener('pointerover', onPointerOver, { passive: true })
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('pointerover', onPointerOver)
      document.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [])
}

/** Scrolls the other pane to the topmost visible entry of this one; reads all places before it scrolls. */
function follow(leader: HTMLElement, isList: boolean): void {
  const follower = document.querySelector<HTMLElement>(isList ? '.panel-body[data-tab="preview"]' : '.list')
  if (!follower || follower.scrollHeight <= follower.clientHeight) return
  if (leader.scrollTop < 40) {
    follower.scrollTop = 0
    return
  }
  const top = leader.getBoundingClientRect().top + offset
  const marks = leader.querySelectorAll<HTMLElement>(isList ? '.row[data-entry]' : '[data-of]')
  const first = findFirst(marks, top)
  const id = first && (isList ? first.dataset.entry : first.dataset.of)
  if (!first || !id) return
  const partner = follower.querySelector<HTMLElement>(
    isList ? `[data-of="${CSS.escape(id)}"]` : `[data-entry="${CSS.escape(id)}"]`,
  )
  if (!partner) return
  const wanted = first.getBoundingClientRect().top - leader.getBoundingClientRect().top
  const actual = partner.getBoundingClientRect().top - follower.getBoundingClientRect().top
  follower.scrollTop += actual - wanted
}

/** Finds the first element below a height, by halves. */
function findFirst(marks: NodeListOf<HTMLElement>, top: number): HTMLElement | null {
  let low = 0
  let high = marks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (marks[middle]!.getBoundingClientRect().bottom < top) low = middle + 1
    else high = middle
  }
  return marks[low] ?? null
}
