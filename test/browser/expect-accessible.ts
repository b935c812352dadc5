import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Holds what is on the page to WCAG 2.2 AA, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectNothing(new AxeBuilder({ page }).withTags(tags))
  // Of all rules only this one can come to another result in other colours.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectNothing(new AxeBuilder({ page }).withRules(['color-contrast']))
}

/** There are no frames here; for them axe would open a page of its own each time, unless told so. */
async function expectNothing(axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.setLegacyMode().analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 120))])).toEqual([])
}
