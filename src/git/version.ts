/** A version, taken apart for comparison; a package name before it (`core@1.2.0`) is kept apart. */
export interface Version {
  scope: string
  numbers: number[]
  /** What follows the numbers of a pre-release, in its parts. */
  pre: string[]
}

const scopeForm = /^(?:(@?[A-Za-z][\w./-]{0,99})[@/]|([A-Za-z][A-Za-z_-]{0,99})[-_])(?=v?\d)/
const form = /^v?(\d{1,9}(?:\.\d{1,9}){0,5})(?:[-.]?([0-9A-Za-z][0-9A-Za-z.-]{0,60}))?(?:\+[\w.-]{1,60})?$/i

/** Reads the name of a version or of its tag; null when it is none. */
export function readVersion(name: string): Version | null {
  const [before = '', scope = '', word = ''] = scopeForm.exec(name) ?? []
  // Some tags are older than the habit of points: curl-8_21_0.
  const found = form.exec(name.slice(before.length, 250).replace(/(?<=\d)_(?=\d)/g, '.'))
  // A day is no version.
  if (!found || /^\d{4}-\d\d-\d\d$/.test(name)) return null
  const [, numbers = '', pre = ''] = found
  return {
    scope: scope || (/^(?:v|ver|version|rel|release)$/i.test(word) ? '' : word),
    numbers: numbers.split('.').map(Number),
    pre: pre === '' ? [] : pre.split(/[.-]/),
  }
}

/** The order of two versions: below zero when the first is the older one. */
export function compareVersions(one: Version, other: Version): number {
  for (let index = 0; index < Math.max(one.numbers.length, other.numbers.length); index += 1) {
    const difference = (one.numbers[index] ?? 0) - (other.numbers[index] ?? 0)
    if (difference !== 0) return difference
  }
  if (one.pre.length === 0 || other.pre.length === 0) return other.pre.length - one.pre.length
  return comparePre(one.pre, other.pre)
}

function comparePre(one: string[], other: string[]): number {
  for (let index = 0; index < Math.max(one.length, other.length); index += 1) {
    const [mine, theirs] = [one[index], other[index]]
    if (mine === undefined || theirs === undefined) return mine === undefined ? -1 : 1
    const bothCount = /^\d+$/.test(mine) && /^\d+$/.test(theirs)
    if (bothCount && Number(mine) !== Number(theirs)) return Number(mine) - Number(theirs)
    if (!bothCount && mine !== theirs) return mine < theirs ? -1 : 1
  }
  return 0
}

/** Whether two are the same version; a package name that only one of them has does not tell them apart. */
export function sameVersion(one: Version, other: Version): boolean {
  const apart = one.scope !== '' && other.scope !== '' && one.scope !== other.scope
  return !apart && compareVersions(one, other) === 0
}
