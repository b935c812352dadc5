import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../test/browser/find-chromium.ts'
import { choose, localToken, startTestServer } from '../test/browser/fixtures.ts'
import { longLedger, manyEntries } from '../test/browser/histories.ts'
import { buildRepository } from '../test/support/build-repository.ts'

/**
 * Measures the first load, the time from a key press or a click to the next frame, and from frame to frame while
 * scrolling and dragging, with 1,000 entries and with 10,000 commits. Usage: npm run build:web && npm run bench:editor
 */
const { close, origin, root } = await startTestServer()
buildRepository(manyEntries, { path: join(root, 'big/many') })
buildRepository(longLedger, { path: join(root, 'big/ledger') })
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
})

report('first load: sign-in shown, empty cache', await measureFirstLoads(7))
const many = await open('big/many')
await many.getByRole('button', { name: /: 1,000 in notes/ }).waitFor()
await many.locator('.markdown li').nth(999).waitFor()
report('an entry of 1,000 opened (click to field)', await openEntries(many, 20))
await many.locator('.row-text').nth(20).click()
await many.getByRole('textbox', { name: /^Text of entry: / }).waitFor()
report('a letter typed into one of 1,000 entries', await typeText('a thousand entries and still quick', many))
report('an edit saved (Enter)', await pressKeys(many, ['Enter']))
report('long tasks after it', await measureLongTasks(many))
report('from entry to entry (arrow)', await pressKeys(many, Array(50).fill('ArrowDown')))
report('an entry moved (Alt + arrow)', await pressKeys(many, Array(20).fill('Alt+ArrowDown')))
report('an edit undone (Ctrl + Z)', await pressKeys(many, Array(20).fill('Control+z')))
report('a frame while an entry is dragged', await measureDragging(many))
report('a frame while 1,000 entries scroll', await measureScrolling(many, '.list'))
await many.getByRole('searchbox', { name: 'Search entries' }).focus()
report('a letter typed into the search of 1,000 entries', await typeText('number 99', many))

await many.close()
const ledger = await open('big/ledger')
await ledger.getByRole('button', { name: /9,980 excluded/ }).waitFor()
await ledger.getByRole('tab', { name: 'Commits' }).click()
report('a frame while 10,000 commits scroll', await measureScrolling(ledger, '.commits .long-list'))
await ledger.getByLabel('Search commits').focus()
report('a letter typed into the search of 10,000 commits', await typeText('part 99', ledger))

await browser.close()
await close()

async function open(repo: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.goto(`${origin}/#token=${localToken}`)
  await page.getByRole('heading', { name: 'New release notes' }).waitFor()
  await choose(page, repo, 'Since v1.0.0')
  await page.getByRole('button', { name: 'Draft release notes' }).click()
  return page
}

/** Loads the page in fresh contexts and returns the milliseconds until the sign-in is drawn; prints the bytes once. */
async function measureFirstLoads(count: number): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < count; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    const page = await context.newPage()
    await page.goto(`${origin}/`)
    await page.getByRole('heading', { name: 'Sign in to Notewright' }).waitFor()
    const { time, kinds } = await page.evaluate(() => {
      const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
      const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const document = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const files = [...document, ...resources].map(({ name, transferSize }) => ({
        kind: /\.(woff2|svg)$/.exec(name)?.[1] ?? 'code',
        size: transferSize,
      }))
      const sizeOf = (kind: string) =>
        files.filter((file) => file.kind === kind).reduce((sum, { size }) => sum + size, 0)
      return { time: paint, kinds: ['code', 'woff2', 'svg'].map((kind) => [kind, sizeOf(kind)] as const) }
    })
    times.push(time)
    if (round === 0)
      for (const [kind, size] of kinds)
        console.log(`${`first load: ${kind}`.padEnd(52)} ${(size / 1000).toFixed(1).padStart(7)} kB`)
    await context.close()
  }
  return times
}

/** Opens entries one after another and returns the milliseconds from each click until the field has the focus. */
async function openEntries(page: Page, count: number): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index += 1) {
    times.push(
      await page.evaluate(async (at) => {
        const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))
        const isEditing = () =>
          document.activeElement?.closest('.row') !== null &&
          (document.activeElement?.matches('textarea') || document.activeElement?.shadowRoot !== null)
        const button = document.querySelectorAll<HTMLElement>('.row-text')[at]!
        const start = performance.now()
        button.click()
        while (!isEditing()) {
          if (performance.now() - start > 5000) throw new Error('The entry did not open within 5 seconds.')
          await frame()
        }
        await frame()
        return performance.now() - start
      }, index % 10),
    )
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.activeElement?.matches('.row-text'))
  }
  return times
}

/** Drags an entry over the list and returns the milliseconds of each frame. */
async function measureDragging(page: Page): Promise<number[]> {
  const row = page.locator('.row').nth(6)
  await row.scrollIntoViewIfNeeded()
  await row.hover()
  const box = (await row.locator('.row-grip').boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.evaluate(() => {
    const state = window as unknown as { frames: number[]; isMeasured: boolean }
    Object.assign(state, { frames: [], isMeasured: true })
    let last = performance.now()
    const next = (now: number) => {
      state.frames.push(now - last)
      last = now
      if (state.isMeasured) requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
  for (let step = 1; step <= 60; step += 1)
    await page.mouse.move(box.x + 40, box.y + (step % 2 === 0 ? 1 : -1) * 3 * step)
  const frames = await page.evaluate(() => {
    const state = window as unknown as { frames: number[]; isMeasured: boolean }
    state.isMeasured = false
    return state.frames.slice(1)
  })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  return frames
}

function typeText(text: string, page: Page): Promise<number[]> {
  return pressKeys(
    page,
    [...text].map((letter) => (letter === ' ' ? 'Space' : letter)),
  )
}

/** Presses keys and returns the milliseconds from each key press to the next frame. */
async function pressKeys(page: Page, keys: string[]): Promise<number[]> {
  const times: number[] = []
  for (const key of keys) {
    await page.evaluate(() => {
      const state = window as unknown as { painted: Promise<number> }
      state.painted = new Promise((resolve) => {
        const begin = (event: KeyboardEvent) => {
          if (['Alt', 'Control', 'Shift'].includes(event.key)) return
          removeEventListener('keydown', begin, true)
          const start = performance.now()
          // The message arrives after the frame is rendered.
          const channel = new MessageChannel()
          channel.port1.onmessage = () => resolve(performance.now() - start)
          requestAnimationFrame(() => channel.port2.postMessage(null))
        }
        addEventListener('keydown', begin, true)
      })
    })
    await page.keyboard.press(key)
    times.push(await page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted))
  }
  return times
}

/** Returns the durations of recent tasks of more than 50 ms. */
function measureLongTasks(page: Page): Promise<number[]> {
  return page.evaluate(
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

/** Scrolls for 120 frames and returns the milliseconds of each frame. */
function measureScrolling(page: Page, list: string | null): Promise<number[]> {
  return page.evaluate(async (selector) => {
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
  console.log(
    `${what.padEnd(52)} ${figures.join(' ')}  (median, 95th percentile, maximum of ${times.length})`,
  )
}
