import { existsSync } from 'node:fs'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Where this machine has its Chromium, or what to do about it. */
export function findChromium(): string {
  const found = places.find((place) => existsSync(place))
  if (found !== undefined) return found
  throw new Error(`Chromium is needed, at ${places.join(' or ')}. Run: apt-get install -y chromium`)
}
