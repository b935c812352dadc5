import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../test/browser/find-chromium.ts'
import { longLedger, manyEntries } from '../test/browser/histories.ts'
import { choose, localToken, openStage } from '../test/browser/stage.ts'
import { buildRepository } from '../test/support/build-repository.ts'

/**
 * How long the editor takes from a key to the next picture, and from picture to picture while it scrolls, with a
 * thousand entries and with ten thousand commits. Usage: npm run build:web && npm run bench:editor
 */
const { close, origin, root } = await openStage()
buildRepository(manyEntries, { path: join(root, 'big/many') })
buildRepository(longLedger, { path: join(root, 'big/ledger') })
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
})

const many = await open('big/many')
await many.getByText(/1,000 told/).waitFor()
await many.locator('.markdown li').nth(999).waitFor()
await many.locator('.entry-text').nth(500).click()
report('a letter typed into one of 1,000 entries', await typed('a thousand entries and still quick', many))
report('an edit kept (Enter)', await keyed(many, ['Enter']))
report('whatever kept the page busy after it', await busy(many))
report('from entry to entry (arrow)', await keyed(many, Array(50).fill('ArrowDown')))
report('an entry moved (Alt + arrow)', await keyed(many, Array(20).fill('Alt+ArrowDown')))
report('an edit undone (Ctrl + Z)', await keyed(many, Array(20).fill('Control+z')))
report('a frame while 1,000 entries scroll', await scrolled(many, null))

await many.close()
const ledger = await open('big/ledger')
await ledger.getByText(/9,980 left out/).waitFor()
await ledger.getByRole('tab', { name: 'Ledger' }).click()
report('a frame while 10,000 commits scroll', await scrolled(ledger, '.ledger .long-list'))
await ledger.getByLabel('Search').focus()
report('a letter typed into the search of 10,000 commits', await typed('part 99', ledger))

await browser.close()
await close()

async function open(repo: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.goto(`${origin}/#token=${localToken}`)
  await page.getByRole('heading', { name: 'What happened' }).waitFor()
  await choose(page, repo, 'Since v1.0.0')
  await page.getByRole('button', { name: 'Draft the notes' }).click()
  return page
}

function typed(text: string, on: Page): Promise<number[]> {
  return keyed(
    on,
    [...text].map((letter) => (letter === ' ' ? 'Space' : letter)),
  )
}

/** Presses keys, and gives for each the milliseconds until the picture after it. */
async function keyed(on: Page, keys: string[]): Promise<number[]> {
  const times: number[] = []
  for (const key of keys) {
    await on.evaluate(() => {
      const state = window as unknown as { painted: Promise<number> }
      state.painted = new Promise((resolve) => {
        const begin = (event: KeyboardEvent) => {
          if (['Alt', 'Control', 'Shift'].includes(event.key)) return
          removeEventListener('keydown', begin, true)
          const start = performance.now()
          // The message comes after the frame was made.
          const made = new MessageChannel()
          made.port1.onmessage = () => resolve(performance.now() - start)
          requestAnimationFrame(() => made.port2.postMessage(null))
        }
        addEventListener('keydown', begin, true)
      })
    })
    await on.keyboard.press(key)
    times.push(await on.evaluate(() => (window as unknown as { painted: Promise<number> }).painted))
  }
  return times
}

/** Everything that held the page up for more than 50 ms, and a second later has come to an end. */
function busy(on: Page): Promise<number[]> {
  return on.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const times: number[] = []
        new PerformanceObserver((list) => {
          for (const { duration, startTime } of list.getEntries())
            if (startTime > performance.now() - 1500) times.push(duration)
        }).observe({ type: 'longtask', buffered: true })
        setTimeout(() => resolve(times), 1000)
      }),
  )
}

/** Scrolls 120 frames, and gives the milliseconds of each. */
function scrolled(on: Page, list: string | null): Promise<number[]> {
  return on.evaluate(async (selector) => {
    const box = selector === null ? document.scrollingElement! : document.querySelector(selector)!
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
    const times: number[] = []
    let last = await frame()
    for (let count = 0; count < 120; count += 1) {
      box.scrollTop += 240
      const now = await frame()
      times.push(now - last)
      last = now
    }
    return times
  }, list)
}

function report(what: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  const figures = [at(0.5), at(0.95), sorted.at(-1) ?? 0].map((time) => `${time.toFixed(1).padStart(7)} ms`)
  console.log(`${what.padEnd(52)} ${figures.join(' ')}  (half, 95 %, longest of ${times.length})`)
}
