/** Removes slashes from the end of a URL or path, so that `/…` can be appended. */
export function trimTrailingSlashes(url: string): string {
  // The lookbehind keeps the match linear for many slashes that are not at the end.
  return url.replace(/(?<!\/)\/+$/, '')
}

/** Escapes every segment of a name with slashes, such as a repository, a ref or a file, and keeps the slashes. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

/** Returns the query string of a URL, with its question mark. */
export function queryString(parameters: Record<string, string | number>): string {
  return `?${Object.entries(parameters)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .join('&')}`
}
