/** Query parameters as the part of an address after the path. */
export function query(parameters: Record<string, string | number>): string {
  return `?${Object.entries(parameters)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .join('&')}`
}

/** A name with slashes as a path of which every part is escaped. */
export function segments(name: string): string {
  return name.split('/').map(encodeURIComponent).join('/')
}
