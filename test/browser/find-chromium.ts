import { existsSync } from 'node:fs'

const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Returns the path of the installed Chromium; throws with instructions if there is none. */
export function findChromium(): string {
  const found = paths.find((path) => existsSync(path))
  if (found !== undefined) return found
  throw new Error(`Chromium was not found at ${paths.join(' or ')}. Run: apt-get install -y chromium`)
}
