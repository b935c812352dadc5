/** How long tests wait for a condition on a slow machine; shorter than the test's own timeout, so the condition is named. */
export const waitOptions = { timeout: 40_000, interval: 50 }
