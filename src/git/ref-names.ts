/** Describes why a ref name is invalid by git's rules and ours; null when it is valid. */
export function findRefNameError(name: string): string | null {
  if (name.startsWith('-')) return 'must not begin with a dash'
  if (/[\0-\x20\x7f]/.test(name)) return 'must not contain spaces or control characters'
  const sign = /[:?*[\\]/.exec(name)?.[0]
  if (sign !== undefined) return `must not contain ${sign}`
  if (name === '@' || name.includes('@{')) return 'must be a plain ref, without @{…}'
  if (name.includes('..')) return 'must be one ref, not a range'
  if (name.startsWith('/') || name.endsWith('/') || name.includes('//'))
    return 'must not begin or end with a slash, nor contain two in a row'
  if (name.endsWith('.') || name.split('/').some((part) => part.startsWith('.') || part.endsWith('.lock'))) {
    return 'must not have a part that begins with a dot or ends with .lock, nor end with a dot'
  }
  return null
}

/** The full name of the tag that a ref would be. */
export function tagRef(name: string): string {
  return `refs/tags/${shortTagName(name)}`
}

/** The name of a tag without `refs/tags/`. */
export function shortTagName(name: string): string {
  return name.replace(/^refs\/tags\//, '')
}

/** Whether a text is a full SHA (SHA-1 or SHA-256), which takes precedence over refs of the same name. */
export function isFullSha(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(text)
}

const longestRepoName = 255

/** Describes why a path of a repository on any git server is invalid; null when it is valid. */
export function findRepoPathError(name: string): string | null {
  // A path such as `tool` or `~ada/tool` is a name with an owner for everything else that is checked.
  return findRepoNameError(name.replace(/^~(?=\w)/, '').replace(/^(?=[^/]+$)/, 'owner/'))
}

/** Describes why a repository name is invalid; null when it is valid. */
export function findRepoNameError(name: string): string | null {
  if (name.length > longestRepoName)
    return `must have at most ${longestRepoName} characters, has ${name.length}`
  const segments = name.split('/')
  if (segments.length < 2) return 'must be of the form owner/repo'
  if (segments.some((part) => part === '.' || part === '..' || part === '.git'))
    return 'must not contain the parts ".", ".." or ".git"'
  if (!segments.every((part) => /^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/.test(part))) {
    return 'must be of the form owner/repo, of letters, digits, dots, dashes and underscores'
  }
  return null
}
