/** A version in comparable parts. Calendar versions and versions of one to six numbers count as well as semantic ones. */
export interface Version {
  numbers: number[]
  /** The identifiers of a pre-release (`rc.1` has two); empty for a release. */
  pre: string[]
  /** The identifiers of a post-release such as `1.2.0.post1`; empty for any other version. */
  post: string[]
}

const versionForm =
  /^(\d{1,15}(?:\.\d{1,15}){0,5})(?!\d)(?:[-.]?([0-9A-Za-z][0-9A-Za-z.-]{0,60}))?(?:\+[\w.-]{1,60})?$/
const isoDate = /^\d{4}-\d\d-\d\d$/
const releaseQualifier = /^(?:final|ga|release)$/i
const postQualifier = /^post(?![a-z])/i

/** Parses a version without a leading `v`; null when the text is not a version. */
export function parseVersion(text: string): Version | null {
  const found = versionForm.exec(text)
  if (!found || isoDate.test(text)) return null
  const [, numbers = '', qualifier = ''] = found
  const identifiers = qualifier === '' || releaseQualifier.test(qualifier) ? [] : qualifier.split(/[.-]/)
  const isPost = postQualifier.test(qualifier)
  return {
    numbers: numbers.split('.').map(Number),
    pre: isPost ? [] : identifiers,
    post: isPost ? identifiers : [],
  }
}

/** Whether a version comes before the release of the same number. */
export function isPreRelease({ pre }: Version): boolean {
  return pre.length > 0
}

/**
 * Compares two versions: negative when the first is older. Missing numbers count as zero, and pre-releases come
 * before their release. Identifiers compare as in Semantic Versioning, except that `rc2` comes before `rc10`.
 */
export function compareVersions(one: Version, other: Version): number {
  for (let index = 0; index < Math.max(one.numbers.length, other.numbers.length); index += 1) {
    const difference = (one.numbers[index] ?? 0) - (other.numbers[index] ?? 0)
    if (difference !== 0) return difference
  }
  const difference = stageOf(one) - stageOf(other)
  if (difference !== 0) return difference
  return compareLists([...one.pre, ...one.post], [...other.pre, ...other.post], compareIdentifiers)
}

function stageOf({ pre, post }: Version): number {
  if (pre.length > 0) return -1
  return post.length > 0 ? 1 : 0
}

/** Compares item by item; of two lists with the same beginning the shorter one comes first. */
function compareLists(one: string[], other: string[], compare: (a: string, b: string) => number): number {
  for (let index = 0; index < Math.min(one.length, other.length); index += 1) {
    const difference = compare(one[index]!, other[index]!)
    if (difference !== 0) return difference
  }
  return one.length - other.length
}

/** A numeric identifier comes before an alphanumeric one. */
function compareIdentifiers(one: string, other: string): number {
  const [isOneNumeric, isOtherNumeric] = [isNumeric(one), isNumeric(other)]
  if (isOneNumeric !== isOtherNumeric) return isOneNumeric ? -1 : 1
  return compareLists(one.match(runs) ?? [], other.match(runs) ?? [], compareRuns)
}

const runs = /\d+|\D+/g

function compareRuns(one: string, other: string): number {
  if (isNumeric(one) && isNumeric(other)) return compareDigits(one, other)
  return one < other ? -1 : one > other ? 1 : 0
}

function isNumeric(text: string): boolean {
  return /^\d+$/.test(text)
}

/** Compares two numbers of any length, such as timestamps that a float cannot hold. */
function compareDigits(one: string, other: string): number {
  const [a, b] = [one.replace(/^0+/, ''), other.replace(/^0+/, '')]
  if (a.length !== b.length) return a.length - b.length
  return a < b ? -1 : a > b ? 1 : 0
}

/** Whether two texts of a version mean the same one: `1.2` and `1.2.0` do, and build metadata does not count. */
export function isSameVersion(one: Version, other: Version): boolean {
  return compareVersions(one, other) === 0
}
