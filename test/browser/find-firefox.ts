import { existsSync } from 'node:fs'

const paths = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/usr/bin/firefox-devedition']

/** Returns the path of the installed Firefox, or that in FIREFOX; throws with instructions if there is none. */
export function findFirefox(): string {
  const found = [process.env.FIREFOX, ...paths].find((path) => path !== undefined && existsSync(path))
  if (found !== undefined) return found
  throw new Error(
    `Firefox was not found at ${paths.join(' or ')}. Run: apt-get install -y firefox-esr, or set FIREFOX to its path`,
  )
}
