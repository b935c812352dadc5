const mostCharacters = 125_000

/** The rules of a release body, each fault with its line. */
export function checkHostRelease(lines: string[]): string[] {
  const faults: string[] = []
  const last = lines.findLast((line) => line !== '') ?? ''
  if (lines[0] !== "## What's Changed") faults.push('The first line is "## What\'s Changed".')
  if (!last.startsWith('**Full Changelog**: ')) faults.push('The last line is the **Full Changelog**.')
  if (lines.join('\n').length > mostCharacters)
    faults.push(`The text has more than ${mostCharacters} characters.`)
  let newContributors = false
  for (const [index, line] of lines.entries()) {
    const at = `Line ${index + 1}:`
    if (line.startsWith('# ')) faults.push(`${at} a release has no title of its own.`)
    if (/^## \[?v?\d/.test(line)) faults.push(`${at} a release has no version heading.`)
    if (/^\s*[-+] /.test(line)) faults.push(`${at} bullets are asterisks.`)
    if (line.startsWith('### ') && newContributors) faults.push(`${at} New Contributors come last.`)
    if (line === '## New Contributors') newContributors = true
    else if (newContributors && line.startsWith('* ')) {
      if (!/^\* @\S+ made their first contribution(?: in \S+)?$/.test(line))
        faults.push(`${at} no line of a new contributor.`)
      if (/\[bot\]/.test(line)) faults.push(`${at} a bot is no contributor.`)
    } else if (line.startsWith('* ') && !/ in \S+(?:, \S+){0,99}$/.test(line)) {
      faults.push(`${at} an entry ends with where it came from.`)
    }
  }
  return faults
}
