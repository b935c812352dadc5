const mostRef = 250
const mostRepoName = 255

/** What is wrong with a ref by git's own rules and ours; null when nothing is. */
export function faultOfRef(ref: string): string | null {
  if (ref === '') return 'must not be empty'
  if (ref.length > mostRef) return `must have at most ${mostRef} characters, has ${ref.length}`
  const steps = /[~^].*$/s.exec(ref)?.[0] ?? ''
  if (!/^(?:~\d{0,9}|\^\d{0,4})*$/.test(steps))
    return 'after a ref only ~n and ^ may follow, as in HEAD~50 or v2.0.0^'
  return faultOfBase(ref.slice(0, ref.length - steps.length))
}

function faultOfBase(base: string): string | null {
  if (base === '') return 'must name a ref before ~n or ^'
  if (base.startsWith('-')) return 'must not begin with a dash'
  if (/[\0-\x20\x7f]/.test(base)) return 'must not contain spaces or control characters'
  const sign = /[:?*[\\]/.exec(base)?.[0]
  if (sign !== undefined) return `must not contain ${sign}`
  if (base === '@' || base.includes('@{')) return 'must be a plain ref, without @{…}'
  if (base.includes('..')) return 'must be one ref, not a range'
  if (base.startsWith('/') || base.endsWith('/') || base.includes('//'))
    return 'must not begin or end with a slash, nor hold two in a row'
  if (base.endsWith('.') || base.split('/').some((part) => part.startsWith('.') || part.endsWith('.lock'))) {
    return 'must not have a part that begins with a dot or ends with .lock, nor end with a dot'
  }
  return null
}

/** What is wrong with a repository's name; null when nothing is. */
export function faultOfRepoName(name: string): string | null {
  if (name.length > mostRepoName) return `must have at most ${mostRepoName} characters, has ${name.length}`
  const segments = name.split('/')
  if (segments.length < 2) return 'must be of the form owner/repo'
  if (segments.some((part) => part === '.' || part === '..' || part === '.git'))
    return 'must not contain the parts ".", ".." or ".git"'
  if (!segments.every((part) => /^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/.test(part))) {
    return 'must be of the form owner/repo, of letters, digits, dots, dashes and underscores'
  }
  return null
}
