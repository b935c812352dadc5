/** The rules of the flat list, each fault with its line. */
export function checkSimple(lines: string[]): string[] {
  const faults: string[] = []
  const told = lines.filter((line) => line !== '')
  if (told.length === 1 && /^No (?:notable )?changes\.$/.test(told[0]!)) return []
  let plainSeen = false
  for (const [index, line] of told.entries()) {
    const at = `Entry ${index + 1}:`
    if (line.startsWith('#')) faults.push(`${at} a simple list has no headings.`)
    else if (!line.startsWith('- ')) faults.push(`${at} every line begins with a dash.`)
    else if (!/\([#!\w][^()]*\)$/.test(line)) faults.push(`${at} an entry ends with its reference.`)
    const breaking = line.startsWith('- **Breaking:** ')
    if (breaking && plainSeen) faults.push(`${at} what breaks comes first.`)
    if (!breaking) plainSeen = true
  }
  return faults
}
