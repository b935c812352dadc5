import { type CarriedOver, nothingOf } from './carried-over.ts'
import { asRecord, asText, asTexts } from './loose-values.ts'
import { carryTypes, usualSections } from './read-commit-types.ts'

const silentKeys = new Set([
  '$schema',
  'types',
  'preset',
  'preMajor',
  'tagPrefix',
  'tag-prefix',
  't',
  'infile',
  'issuePrefixes',
  'issueUrlFormat',
  'releaseCommitMessageFormat',
  'commitUrlFormat',
  'compareUrlFormat',
  'userUrlFormat',
  'skip',
  'silent',
  'sign',
  'noVerify',
  'commitAll',
  'firstRelease',
])

const reasons: Record<string, string> = {
  bumpFiles: 'Notewright edits changelogs only; use `npm version "$(notewright next-version)"`',
  packageFiles: 'Notewright reads the version from tags',
  scripts: 'the configuration cannot run programs',
  header: 'the existing top of the changelog is kept',
  releaseAs: 'the version is given by `--version`',
  prerelease: 'use --channel, or versioning.channel',
}

/** Carries over `.versionrc`, the configuration of standard-version and commit-and-tag-version. */
export function readVersionrc(path: string, value: unknown): CarriedOver {
  const carried = nothingOf(path)
  const file = asRecord(value)
  const given = { ...file, ...asRecord(file.preset) }
  carryTypes(given.types ?? usualSections, 'types', carried)
  // While the major version is 0, each level counts as the one below it.
  if (given.preMajor === true) carried.versioning.zero = 'shift'
  const prefix = given.tagPrefix ?? given['tag-prefix'] ?? given.t
  if (typeof prefix === 'string') carried.tags.pattern = [`${prefix.trim()}{version}`]
  if (asText(given.infile) !== '') carried.changelog = asText(given.infile)
  carryTickets(given, carried)
  for (const key of Object.keys(file).filter((name) => !silentKeys.has(name)))
    carried.losses.push(`${key}: ${reasons[key] ?? 'there is nothing like it'}`)
  return carried
}

/** Ids of an issue tracker: `issueUrlFormat` is `https://…/{{prefix}}{{id}}`. */
function carryTickets(given: Record<string, unknown>, carried: CarriedOver): void {
  const format = asText(given.issueUrlFormat)
  for (const prefix of asTexts(given.issuePrefixes).filter((each) => /^[A-Za-z].{0,18}[^\d\s]$/.test(each))) {
    const url = format.replaceAll('{{prefix}}', prefix).replace('{{id}}', '{number}')
    if (/^https:/.test(url) && !url.includes('{{')) carried.tickets.push({ prefix, url })
    else carried.losses.push(`issuePrefixes (${prefix}): issueUrlFormat is no https: address of a ticket`)
  }
}
