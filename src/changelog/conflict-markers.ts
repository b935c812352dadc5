/** Whether a text contains the markers that git writes around an unresolved merge conflict. */
export function hasConflictMarkers(text: string): boolean {
  // A line of only equals signs can be an underline: the markers around it must be there too.
  return /^<{7}(?: |$)/m.test(text) && /^>{7}(?: |$)/m.test(text) && /^={7}\r?$/m.test(text)
}
