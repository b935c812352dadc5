import type { Format, Part } from '../core/format.ts'
import { type Warning, warn } from '../core/warnings.ts'
import { checkKeepAChangelog } from './check-keepachangelog.ts'

/** Checks a rendered text against the rules of its format, and returns a warning for each violation. */
export function checkFormat(text: string, { format, part }: { format: Format; part: Part }): Warning[] {
  const lines = text.split('\n')
  const faults =
    format === 'keepachangelog'
      ? checkKeepAChangelog(lines, part)
      : format === 'simple'
        ? checkSimple(lines)
        : checkHostRelease(lines)
  return faults.map((fault) => warn('format-fault', { fault }))
}

const maxReleaseCharacters = 125_000

/** Checks the body of a release; each fault names its line. */
function checkHostRelease(lines: string[]): string[] {
  const faults: string[] = []
  const last = lines.findLast((line) => line !== '') ?? ''
  if (lines[0] !== "## What's Changed") faults.push('The first line must be "## What\'s Changed".')
  if (!last.startsWith('**Full Changelog**: '))
    faults.push('The last line must begin with "**Full Changelog**: ".')
  if (lines.join('\n').length > maxReleaseCharacters)
    faults.push(`The text is longer than ${maxReleaseCharacters} characters; shorten it.`)
  let inNewContributors = false
  let inSection = false
  for (const [index, line] of lines.entries()) {
    const at = `Line ${index + 1}:`
    if (line.startsWith('# ')) faults.push(`${at} a release body has no title; remove it.`)
    if (/^## \[?v?\d/.test(line)) faults.push(`${at} a release body has no version heading; remove it.`)
    if (line.startsWith('### ')) inSection = true
    if (/^\s*[-+] /.test(line)) faults.push(`${at} use * as the bullet.`)
    if (line.startsWith('### ') && inNewContributors)
      faults.push(`${at} move this section above "New Contributors".`)
    if (line === '## New Contributors') inNewContributors = true
    else if (inNewContributors && line.startsWith('* ')) {
      if (!/^\* @\S+ made their first contribution(?: in \S+)?$/.test(line))
        faults.push(`${at} write "* @name made their first contribution in URL".`)
      if (/\[bot\]/.test(line)) faults.push(`${at} remove the bot from the new contributors.`)
    } else if (inSection && line.startsWith('* ') && !/ in \S+(?:, \S+){0,99}$/.test(line)) {
      faults.push(`${at} the entry must end with "in" and its pull request or commit.`)
    }
  }
  return faults
}

/** The entries of a simple list, without its highlights and the titles of its groups. */
function withoutTitles(lines: string[]): string[] {
  const shown = lines.filter((line) => line !== '')
  const isTitle = (line: string) => /^\*\*.{1,200}\*\*$/.test(line)
  const second = shown.findIndex((line, index) => index > 0 && isTitle(line))
  const listed = shown[0] === '**Highlights**' && second !== -1 ? shown.slice(second) : shown
  return listed.filter((line) => !isTitle(line))
}

/** Checks a list of entries; each fault names its entry. */
function checkSimple(lines: string[]): string[] {
  const faults: string[] = []
  const entries = withoutTitles(lines)
  if (entries.length === 1 && /^No (?:notable )?changes\.$/.test(entries[0]!)) return []
  let seenNonBreaking = false
  for (const [index, line] of entries.entries()) {
    const at = `Entry ${index + 1}:`
    if (line.startsWith('#')) faults.push(`${at} a simple list has no headings; remove it.`)
    else if (!line.startsWith('- ')) faults.push(`${at} the line must begin with "- ".`)
    else if (!/\([#!\w][^()]*\)$/.test(line))
      faults.push(`${at} the entry must end with its reference in parentheses.`)
    const isBreaking = line.startsWith('- **Breaking:** ')
    if (isBreaking && seenNonBreaking) faults.push(`${at} move breaking changes to the top.`)
    if (!isBreaking) seenNonBreaking = true
  }
  return faults
}
