import { overlapOf } from '../quality/overlap.ts'
import {
  type JudgedFile,
  type JudgedItem,
  type JudgedSection,
  readGroupForms,
  readItems,
  readSections,
} from './read-sections.ts'

/** A file before and after an update. */
export interface UpdatedFile {
  before: string
  after: string
  /** The version that was released; null for the unreleased section. */
  version: string | null
  /** The project's own file with this release; null if it is not known. */
  own: string | null
}

/** What is wrong with an update: the kind, and what was seen. */
export interface Fault {
  kind: 'damage' | 'place' | 'second section' | 'duplicate' | 'foreign' | 'style'
  detail: string
}

/** Judges an update without the code that made it; returns what is wrong and how many entries were added. */
export function judgeUpdate(update: UpdatedFile): { faults: Fault[]; added: JudgedItem[] } {
  const before = readSections(update.before)
  const after = readSections(update.after)
  const target = findTarget(after, before, update.version)
  const faults: Fault[] = [...findDamage(update), ...findSecondSections(before, after, update.version)]
  if (!target) {
    if (update.after !== update.before) faults.push({ kind: 'place', detail: 'no visible section' })
    return { faults, added: [] }
  }
  const added = findAdded(before, after, target)
  faults.push(...findMisplaced(before, after, { target, own: update.own }))
  faults.push(...findDuplicates(before, after, { target, added }))
  if (update.after !== update.before)
    faults.push(...findStyleBreaks(before, after, { target, added, update }))
  return { faults, added }
}

function isTarget({ version, isUnreleased }: JudgedSection, wanted: string | null): boolean {
  return wanted === null ? isUnreleased : version === wanted
}

function findTarget(after: JudgedFile, before: JudgedFile, version: string | null): JudgedSection | null {
  const found = after.sections.find((section) => isTarget(section, version))
  if (found || version !== null) return found ?? null
  // A version that has no date or tag yet takes the place of the unreleased section.
  return after.sections.find((section, index) => sizeOf(section) > sizeOf(before.sections[index])) ?? null
}

function sizeOf(section: JudgedSection | undefined): number {
  return section ? section.end - section.body : 0
}

/** Every line of the old file must be in the new one, in order. */
function findDamage({ before, after, version }: UpdatedFile): Fault[] {
  const lines = after.split('\n')
  const faults: Fault[] = []
  const planned = findPlannedLine(before, version)
  let at = 0
  for (const [index, line] of before.split('\n').entries()) {
    const next = lines.indexOf(line, at)
    const isDated = index === planned && /^\W{0,3}released?\b.{0,30}\d{4}/i.test(lines[at] ?? '')
    if (isDated) at += 1
    else if (next !== -1) at = next + 1
    else if (!mayChange(line, version))
      faults.push({ kind: 'damage', detail: `changed: ${line.slice(0, 120)}` })
  }
  return faults.slice(0, 3)
}

/** The line "Unreleased" below the heading of the version, where the date of the release goes; -1 if there is none. */
function findPlannedLine(before: string, version: string | null): number {
  const { lines, sections } = readSections(before)
  const section = version === null ? undefined : sections.find((each) => each.version === version)
  if (!section) return -1
  const below = lines.slice(section.body).findIndex(({ text }) => text.trim() !== '')
  const index = section.body + below
  return /^\W*unreleased\W*$/i.test(lines[index]?.text ?? '') ? index : -1
}

/** A release moves the start of the unreleased link, dates a planned version and replaces "No changes.". */
function mayChange(line: string, version: string | null): boolean {
  if (/^No (?:notable )?changes\.\s*$/.test(line)) return true
  if (version === null) return false
  return (
    /^\s*\[[^\]]{1,80}\]:\s*\S+(?:\.{2,3}|\/)(?:HEAD|main|master|develop|trunk)\b/i.test(line) ||
    line.includes(version)
  )
}

function findSecondSections(before: JudgedFile, after: JudgedFile, version: string | null): Fault[] {
  const count = ({ sections }: JudgedFile) =>
    version === null
      ? sections.filter((section) => section.isUnreleased).length
      : sections.filter((section) => section.version === version).length
  return count(after) > Math.max(1, count(before))
    ? [{ kind: 'second section', detail: `${count(after)} sections of ${version ?? 'unreleased changes'}` }]
    : []
}

/** The items of the section that the old file has nowhere. */
function findAdded(before: JudgedFile, after: JudgedFile, target: JudgedSection): JudgedItem[] {
  const old = new Set(before.lines.map(({ text }) => text.trim()))
  return readItems(after, target).filter(({ line }) => !old.has(after.lines[line]!.text.trim()))
}

function findMisplaced(
  before: JudgedFile,
  after: JudgedFile,
  { target, own }: { target: JudgedSection; own: string | null },
): Fault[] {
  const known = new Set(before.sections.flatMap(({ version }) => (version === null ? [] : [version])))
  const below = ({ sections }: JudgedFile, isTargeted: (section: JudgedSection) => boolean) => {
    const at = sections.findIndex(isTargeted)
    return (
      sections.slice(at + 1).find(({ version }) => version !== null && known.has(version))?.version ?? null
    )
  }
  const isOurs = (section: JudgedSection) => section === target || section.heading === target.heading
  if (target.isUnreleased && target.version === null) {
    const ours = below(after, isOurs)
    const existing = before.sections.find(({ isUnreleased }) => isUnreleased)
    const wanted = existing
      ? below(before, (section) => section === existing)
      : (before.sections.find(({ version }) => version !== null)?.version ?? null)
    return ours === wanted ? [] : [{ kind: 'place', detail: `unreleased above ${ours} instead of ${wanted}` }]
  }
  if (own === null) return []
  const file = readSections(own)
  if (!file.sections.some(({ version }) => version === target.version)) return []
  const theirs = below(file, ({ version }) => version === target.version)
  // A release that the project removed or renamed at the same time has no place to compare with.
  const kept = new Set(file.sections.map(({ version }) => version))
  for (const version of known)
    if (!kept.has(version) && !isDevelopmentOf(version, target.version)) known.delete(version)
  const oursKept = below(after, isOurs)
  return oursKept === theirs ? [] : [{ kind: 'place', detail: `above ${oursKept} instead of ${theirs}` }]
}

/** Whether a version such as `1.2.0-dev`, or `1.1.9.9000` in R, is the one that became this release. */
function isDevelopmentOf(version: string, release: string | null): boolean {
  return /\.9\d{3}$/.test(version) || version.replace(/[-.]?(?:dev|snapshot).*$/, '') === release
}

const numberToken = /(?<![\w&])(?:#|!|GH-)(\d{1,7})(?!\d)|\/(?:pull|issues|merge_requests)\/(\d{1,7})(?!\d)/g

/** The numbers of pull requests and issues in a text. */
export function numbersIn(text: string): string[] {
  return [...text.matchAll(numberToken)].map(([, plain, linked]) => plain ?? linked ?? '')
}

/** The numbers in links and parentheses; others are only mentioned. */
function citedNumbers(text: string): string[] {
  const bare = text.replace(/`[^`]*`/g, '')
  const cited =
    bare.match(/[([](?:PR |pull |issue )?[#!]\d{1,7}|\/(?:pull|issues|merge_requests)\/\d{1,7}/gi) ?? []
  return cited.flatMap(numbersIn)
}

function findDuplicates(
  before: JudgedFile,
  after: JudgedFile,
  { target, added }: { target: JudgedSection; added: JudgedItem[] },
): Fault[] {
  const lines = new Set(added.map(({ line }) => line))
  const kept = readItems(after, target).filter(({ line }) => !lines.has(line))
  const here = new Set(kept.flatMap(({ text }) => numbersIn(text)))
  const old = new Map(
    before.sections
      .filter(({ version, isUnreleased }) => version !== null && version !== target.version && !isUnreleased)
      .flatMap((section) =>
        readItems(before, section).flatMap(({ text }) =>
          numbersIn(text).map((number): [string, string] => [number, section.version!]),
        ),
      ),
  )
  return added.flatMap(({ text }): Fault[] => {
    const numbers = citedNumbers(text)
    const same = numbers.find((number) => here.has(number))
    if (same !== undefined) return [{ kind: 'duplicate', detail: `#${same}: ${text.slice(0, 120)}` }]
    const alike = kept.find((item) => numbersIn(item.text).length === 0 && overlapOf(item.text, text) >= 0.8)
    if (alike)
      return [{ kind: 'duplicate', detail: `"${text.slice(0, 100)}" beside "${alike.text.slice(0, 100)}"` }]
    const released = numbers.find((number) => old.has(number))
    if (released === undefined) return []
    return [{ kind: 'foreign', detail: `#${released} is in ${old.get(released)}: ${text.slice(0, 100)}` }]
  })
}

interface StyleQuestion {
  target: JudgedSection
  added: JudgedItem[]
  update: UpdatedFile
}

const neighbourCount = 10

/** Compares the new section with those around it. */
function findStyleBreaks(
  before: JudgedFile,
  after: JudgedFile,
  { target, added, update }: StyleQuestion,
): Fault[] {
  const at = after.sections.indexOf(target)
  const near = after.sections
    .map((section, index) => ({ section, distance: Math.abs(index - at) }))
    .filter(({ section }) => section.version !== null && section !== target)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, neighbourCount)
    .map(({ section }) => section)
  if (near.length === 0) return []
  const fault = (detail: string): Fault => ({ kind: 'style', detail })
  const faults: Fault[] = []
  const isNewHeading = !before.lines.some(({ text }) => text === after.lines[target.heading]!.text)
  // The heading of a planned version is the project's own; only its date is new.
  const isOwnHeading = before.sections.some(({ version }) => version === target.version)
  if (isNewHeading && target.version !== null)
    faults.push(...compareHeading(target, near, isOwnHeading).map(fault))
  const breaks = /\r\n/.test(update.before)
    ? /[^\r]\n/.test(update.after) && !/[^\r]\n/.test(update.before)
    : /\r/.test(update.after)
  if (breaks) faults.push(fault('line breaks'))
  if (added.length === 0) return faults
  return [
    ...faults,
    ...compareItems(after, { target, added, near }).map(fault),
    ...compareGroups(after, before, { target, near }).map(fault),
  ]
}

function compareHeading(target: JudgedSection, near: JudgedSection[], isOwnHeading: boolean): string[] {
  const found: string[] = []
  const released = near.filter(({ isUnreleased }) => !isUnreleased)
  const prefixes = new Set((released.length > 0 ? released : near).map(({ prefix }) => prefix))
  if (!isOwnHeading && !prefixes.has(target.prefix))
    found.push(`heading ${target.prefix} among ${[...prefixes].join(' | ')}`)
  const dates = new Set(released.map(({ dateForm }) => dateForm))
  if (dates.size > 0 && !dates.has(target.dateForm))
    found.push(`date "${target.dateForm}" among "${[...dates].join('" | "')}"`)
  return found
}

interface Neighbours {
  target: JudgedSection
  near: JudgedSection[]
}

function compareItems(
  after: JudgedFile,
  { target, added, near }: Neighbours & { added: JudgedItem[] },
): string[] {
  const lines = new Set(added.map(({ line }) => line))
  const own = readItems(after, target).filter(({ line }) => !lines.has(line))
  const items = [...own, ...near.flatMap((section) => readItems(after, section))]
  if (items.length < 3) return []
  const found: string[] = []
  const markers = new Set(items.map(({ marker }) => marker))
  const odd = added.find(({ marker }) => !markers.has(marker))
  if (odd) found.push(`bullet "${odd.marker}" among "${[...markers].join('" | "')}"`)
  const share = (form: string) =>
    items.filter(({ text }) => linkFormsOf(text).has(form)).length / items.length
  // A number in the text beside a link is something that the change mentions.
  const forms = new Set(added.flatMap(({ text }) => [...linkFormsOf(withoutMentions(text))].slice(0, 1)))
  for (const form of forms) if (share(form) < 0.05) found.push(`links ${form}`)
  const tagged = items.filter(({ text }) => /^\[[A-Z /]{3,30}\]/.test(text)).length / items.length
  if (tagged > 0.8 && added.some(({ text }) => !/^\[[A-Z /]{3,30}\]/.test(text)))
    found.push('no [CATEGORY] prefix')
  return found
}

const linkForms: [string, RegExp][] = [
  ['inline', /\[{1,2}(?:[A-Za-z]{1,12} )?[#!]?\d{1,7}\]{1,2}\(http/],
  ['reference', /\[(?:PR )?[#!]\d{1,7}\](?!\()/i],
  ['url', /(?<!\]\()https?:\/\/\S+\/(?:pull|issues|merge_requests)\/\d+/],
  ['number', /(?<![\w&/[])(?<!\[PR )(?:#|!|GH-)\d{1,7}/],
]

/** How an entry refers to pull requests, the most elaborate form first. */
function linkFormsOf(text: string): Set<string> {
  return new Set(linkForms.filter(([, form]) => form.test(text)).map(([name]) => name))
}

/** Without code spans, and without numbers in the middle of a sentence: "as in #12 but faster" cites nothing. */
function withoutMentions(text: string): string {
  return text.replace(/`[^`]*`/g, '').replace(/(?<=\w )#\d{1,7}(?= \w)/g, '')
}

function compareGroups(after: JudgedFile, before: JudgedFile, { target, near }: Neighbours): string[] {
  const old = new Set(before.lines.map(({ text }) => text))
  const ours = new Set(readGroupForms(after, target))
  const hasNewGroup = after.lines.slice(target.body, target.end).some(({ text }, index, lines) => {
    const isUnderlined = /^([-=~^"'+])\1{2,}\s*$/.test(lines[index + 1]?.text ?? '')
    return !old.has(text) && (isUnderlined || /^(?:#|\*\*|__|[A-Z][A-Za-z ]{2,30}:\s*$)/.test(text))
  })
  const theirs = near.map((section) => new Set(readGroupForms(after, section)))
  const withGroups = theirs.filter((forms) => forms.size > 0).length
  // In a section whose own entries have no groups, the new ones have none either.
  const isOwnList = readItems(after, target).some(({ line }) => old.has(after.lines[line]!.text))
  if (ours.size === 0)
    return withGroups === near.length && near.length >= 3 && !isOwnList ? ['no groups'] : []
  // The groups that the section had before are the project's own.
  if (!hasNewGroup) return []
  if (withGroups === 0) return ['groups where the file has none']
  const known = new Set(theirs.flatMap((forms) => [...forms]))
  return [...ours]
    .filter((form) => !known.has(form))
    .map((form) => `group ${form} among ${[...known].join(' | ')}`)
}
