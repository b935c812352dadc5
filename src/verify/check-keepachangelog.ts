import { categories } from '../core/category.ts'
import type { Part } from '../core/format.ts'

const versionHeading = /^## \[([^\]]+)\](?: - (\d{4}-\d{2}-\d{2}))?( \[YANKED\])?$/
const definitionLine = /^\[([^\]]+)\]: (\S+)$/
const conventionalPrefix =
  /^- (?:\*\*Breaking:\*\* )?(?:feat|fix|chore|docs|refactor|perf|test|ci|build|style|revert)(?:\([^()]*\))?!?: /
const trailingSha = /[([]`?[0-9a-f]{7,40}`?[)\]]$/

/** The rules of Keep a Changelog 2.0.0, each fault with its line. */
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
        : ['A section begins with its version: ## [1.2.0] - YYYY-MM-DD.']),
      ...(titles > 0 ? ['A section has no title of its own.'] : []),
    ]
  }
  return [
    ...(lines[0] === '# Changelog' ? [] : ['The first line is "# Changelog".']),
    ...(titles > 1 ? ['There is more than one title.'] : []),
    ...(lines.some((line) => line.includes('keepachangelog.com'))
      ? []
      : ['The preamble does not name the format.']),
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
      faults.push(`Line ${index + 1}: "${line}" is no version heading.`)
      continue
    }
    const [, version = '', date] = found
    if (seen.has(version)) faults.push(`Line ${index + 1}: ${version} stands twice.`)
    seen.add(version)
    if (version === 'Unreleased' && date) faults.push(`Line ${index + 1}: Unreleased has no date.`)
    if (date && !isDay(date)) faults.push(`Line ${index + 1}: ${date} is no day.`)
    if (date && date > newer) faults.push(`Line ${index + 1}: ${version} is newer than the version above it.`)
    if (date) newer = date
  }
  return seen.size === 0 ? [...faults, 'There is no version.'] : faults
}

function isDay(date: string): boolean {
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
    const place = (categories as readonly string[]).indexOf(name)
    if (place === -1) faults.push(`Line ${index + 1}: "${name}" is none of the six categories.`)
    else if (place === last) faults.push(`Line ${index + 1}: ${name} stands twice.`)
    else if (place < last) faults.push(`Line ${index + 1}: ${name} is out of order.`)
    last = Math.max(last, place)
    const next = lines.slice(index + 1).find((each) => each.trim() !== '')
    if (!next?.startsWith('- ')) faults.push(`Line ${index + 1}: ${name} is empty.`)
  }
  return faults
}

function checkBullets(lines: string[]): string[] {
  const faults: string[] = []
  let section = ''
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('#')) section = line
    if (/^\s*[*+] /.test(line)) faults.push(`Line ${index + 1}: bullets are dashes.`)
    if (!line.startsWith('- ')) continue
    if (conventionalPrefix.test(line)) faults.push(`Line ${index + 1}: the commit's prefix was left in.`)
    if (trailingSha.test(line)) faults.push(`Line ${index + 1}: a SHA was left in.`)
    if (
      section === '### Security' &&
      /CVE-\d{4}-\d+/.test(line) &&
      !/^- (?:\*\*Breaking:\*\* )?(?:CVE|GHSA)-/.test(line)
    ) {
      faults.push(`Line ${index + 1}: the CVE leads its entry.`)
    }
    if (/breaking:/i.test(line.slice(0, 20)) && !line.startsWith('- **Breaking:** ')) {
      faults.push(`Line ${index + 1}: a breaking change is marked **Breaking:**.`)
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
    ...(after ? ['Reference links stand at the bottom.'] : []),
    ...repeated(labels).map((label) => `[${label}] is defined twice.`),
    ...definitions
      .filter(({ url }) => /\/compare\/[^/]/.test(url) && !url.includes('...') && !url.includes('%0D'))
      .map(({ label }) => `[${label}]: a compare link has three dots.`),
  ]
}

function repeated(labels: string[]): string[] {
  const seen = new Set<string>()
  return labels.filter((label) => seen.size === seen.add(label).size)
}
