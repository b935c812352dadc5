/** How long a busy machine may take for what is waited for; what never comes is told before the test's own end. */
export const patience = { timeout: 40_000, interval: 50 }
