import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Expects no violation of WCAG 2.2 AA on the page, in the light and the dark colour scheme. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectNoViolations(new AxeBuilder({ page }).withTags(tags))
  // Only this rule depends on the colours.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectNoViolations(new AxeBuilder({ page }).withRules(['color-contrast']))
}

/** Uses the legacy mode because the page has no frames; otherwise axe opens an extra page for each run. */
async function expectNoViolations(axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.setLegacyMode().analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 120))])).toEqual([])
}
