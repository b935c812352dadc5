import { useEffect, useRef, useState } from 'preact/hooks'
import { Kbd } from './kbd.tsx'

const delayMs = 400

interface Tip {
  text: string
  keys: string | null
  target: Element
}

/** Shows the tooltips of all elements with `data-tip`. Rendered once, by the page. */
export function TooltipLayer() {
  const [tip, setTip] = useState<Tip | null>(null)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let current: Element | null = null
    const hide = () => {
      clearTimeout(timer)
      current = null
      setTip(null)
    }
    const schedule = (event: Event) => {
      const target = event.target instanceof Element ? event.target.closest('[data-tip]') : null
      if (target === current) return
      hide()
      if (!target || (event.type === 'focusin' && !target.matches(':focus-visible'))) return
      current = target
      timer = setTimeout(() => {
        const text = target.getAttribute('data-tip')
        if (target.isConnected && text) setTip({ text, keys: target.getAttribute('data-tip-keys'), target })
      }, delayMs)
    }
    const events = [
      ['pointerover', schedule],
      ['focusin', schedule],
      ['focusout', hide],
      ['pointerdown', hide],
      ['keydown', hide],
      ['scroll', hide],
    ] as const
    for (const [name, handle] of events)
      document.addEventListener(name, handle, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const [name, handle] of events) document.removeEventListener(name, handle, { capture: true })
    }
  }, [])
  useEffect(() => {
    const element = box.current
    if (!element || !tip) return
    element.showPopover()
    placeBeside(element, tip.target.getBoundingClientRect())
    return () => element.hidePopover()
  }, [tip])
  return (
    // The name of the control says the same, so screen readers do not read the tooltip.
    <div ref={box} class="tip" popover="manual" aria-hidden="true">
      {tip?.text}
      {tip?.keys ? <Kbd keys={tip.keys} /> : null}
    </div>
  )
}

function placeBeside({ style, offsetWidth, offsetHeight }: HTMLElement, target: DOMRect): void {
  const left = target.left + target.width / 2 - offsetWidth / 2
  style.left = `${Math.max(8, Math.min(left, innerWidth - offsetWidth - 8))}px`
  const below = target.bottom + 6
  style.top = `${below + offsetHeight > innerHeight ? target.top - offsetHeight - 6 : below}px`
}
