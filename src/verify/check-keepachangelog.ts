import { categories } from '../core/category.ts'
import type { Part } from '../core/format.ts'

// A name that hosts would read as something else is a code span.
const versionHeading = /^## (?:\[|`)([^\]`]+)(?:\]|`)(?: - (\d{4}-\d{2}-\d{2}))?( \[YANKED\])?$/
const definitionLine = /^\[([^\]]+)\]: (\S+)$/
const conventionalPrefix =
  /^- (?:\*\*Breaking:\*\* )?(?:feat|fix|chore|docs|refactor|perf|test|ci|build|style|revert)(?:\([^()]*\))?!?: /
const trailingSha = /[([]`?[0-9a-f]{7,40}`?[)\]]$/

/** Checks a text against the rules of Keep a Changelog 2.0.0; each fault names its line. */
export function checkKeepAChangelog(lines: string[], part: Part): string[] {
  return [
    ...checkTop(lines, part),
    ...checkVersions(lines),
    ...checkSections(lines),
    ...checkBullets(lines),
    ...checkReferences(lines),
  ]
}

function checkTop(lines: string[], part: Part): string[] {
  const titles = lines.filter((line) => line.startsWith('# ')).length
  if (part === 'section') {
    return [
      ...(lines[0]?.startsWith('## [')
        ? []
        : ['A section must begin with its version heading: ## [1.2.0] - YYYY-MM-DD.']),
      ...(titles > 0 ? ['A section has no title; remove the line that begins with "# ".'] : []),
    ]
  }
  return [
    ...(lines[0] === '# Changelog' ? [] : ['The first line must be "# Changelog".']),
    ...(titles > 1 ? ['There is more than one title; keep only "# Changelog".'] : []),
    ...(lines.some((line) => line.includes('keepachangelog.com'))
      ? []
      : ['The preamble must link to https://keepachangelog.com.']),
  ]
}

function checkVersions(lines: string[]): string[] {
  const faults: string[] = []
  const seen = new Set<string>()
  let newer = '9999-99-99'
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith('## ')) continue
    const found = versionHeading.exec(line)
    if (!found) {
      faults.push(`Line ${index + 1}: "${line}" is not a version heading; write ## [1.2.0] - YYYY-MM-DD.`)
      continue
    }
    const [, version = '', date] = found
    if (seen.has(version))
      faults.push(`Line ${index + 1}: the version ${version} appears twice; merge the two sections.`)
    seen.add(version)
    if (version === 'Unreleased' && date)
      faults.push(`Line ${index + 1}: "Unreleased" has no date; remove it.`)
    if (date && !isValidDate(date)) faults.push(`Line ${index + 1}: ${date} is not a valid date.`)
    if (date && date > newer)
      faults.push(`Line ${index + 1}: ${version} is newer than the version above it; put the newest first.`)
    if (date) newer = date
  }
  return seen.size === 0
    ? [...faults, 'There is no version heading; add one: ## [1.2.0] - YYYY-MM-DD.']
    : faults
}

function isValidDate(date: string): boolean {
  const moment = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(date)
}

function checkSections(lines: string[]): string[] {
  const faults: string[] = []
  let last = -1
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('## ')) last = -1
    if (!line.startsWith('### ')) continue
    const name = line.slice(4)
    const rank = (categories as readonly string[]).indexOf(name)
    if (rank === -1)
      faults.push(`Line ${index + 1}: "${name}" is not a category; use one of ${categories.join(', ')}.`)
    else if (rank === last) faults.push(`Line ${index + 1}: ${name} appears twice; merge the two lists.`)
    else if (rank < last)
      faults.push(`Line ${index + 1}: ${name} is out of order; the order is ${categories.join(', ')}.`)
    last = Math.max(last, rank)
    const next = lines.slice(index + 1).find((each) => each.trim() !== '')
    if (!next?.startsWith('- ') && !next?.startsWith('#### '))
      faults.push(`Line ${index + 1}: ${name} has no entries; remove the heading.`)
  }
  return faults
}

function checkBullets(lines: string[]): string[] {
  const faults: string[] = []
  let section = ''
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('#')) section = line
    if (/^\s*[*+] /.test(line)) faults.push(`Line ${index + 1}: use - as the bullet.`)
    if (!line.startsWith('- ')) continue
    if (conventionalPrefix.test(line))
      faults.push(`Line ${index + 1}: remove the prefix of the commit message.`)
    if (trailingSha.test(line)) faults.push(`Line ${index + 1}: remove the SHA at the end.`)
    if (
      section === '### Security' &&
      /CVE-\d{4}-\d+/.test(line) &&
      !/^- (?:\*\*Breaking:\*\* )?(?:CVE|GHSA)-/.test(line)
    ) {
      faults.push(`Line ${index + 1}: begin the entry with the CVE.`)
    }
    if (/breaking:/i.test(line.slice(0, 20)) && !line.startsWith('- **Breaking:** ')) {
      faults.push(`Line ${index + 1}: mark the breaking change with "**Breaking:** ".`)
    }
  }
  return faults
}

function checkReferences(lines: string[]): string[] {
  const definitions = lines.flatMap((line, index) => {
    const found = definitionLine.exec(line)
    return found ? [{ label: found[1]!, url: found[2]!, index }] : []
  })
  const first = definitions[0]
  const after = first && lines.slice(first.index).some((line) => line !== '' && !definitionLine.test(line))
  const labels = definitions.map(({ label }) => label)
  return [
    ...(after ? ['Move all link definitions to the end of the text.'] : []),
    ...findDuplicates(labels).map((label) => `[${label}] is defined twice; remove one definition.`),
    ...definitions
      .filter(({ url }) => /\/compare\/[^/]/.test(url) && !url.includes('...') && !url.includes('%0D'))
      .map(({ label }) => `[${label}]: use three dots in the compare link.`),
  ]
}

function findDuplicates(labels: string[]): string[] {
  const seen = new Set<string>()
  return labels.filter((label) => seen.size === seen.add(label).size)
}
