import type { VersioningConfig } from '../../core/repository-config.ts'
import { type CarriedOver, nothingOf } from './carried-over.ts'
import { asRecord, asText, asTexts } from './loose-values.ts'
import { carryTypes, type TypeSection, usualSections } from './read-commit-types.ts'

const reasons: Record<string, string> = {
  'extra-files': 'Notewright edits changelogs only',
  'release-as': 'the version is given by `--version`',
  'bootstrap-sha': 'there is no state: without tags, the range starts at the first commit',
  'last-release-sha': 'the previous release is found by its tag',
  versioning: 'the next version follows the kinds of the changes; see versioning.bump',
  'versioning-strategy': 'the next version follows the kinds of the changes; see versioning.bump',
  plugins: 'plugins of release-please; packages that are released together have the same tag pattern',
}

/** The sections of its release types for Python and Java, where a project names none. */
const longerSections: TypeSection[] = [
  ...usualSections.slice(0, 3),
  { type: 'deps', section: 'Dependencies' },
  ...usualSections.slice(3),
  { type: 'docs', section: 'Documentation' },
]

/** Carries over `release-please-config.json`. */
export function readReleasePlease(path: string, value: unknown): CarriedOver {
  const carried = nothingOf(path)
  const root = asRecord(value)
  const own = asRecord(asRecord(root.packages)['.'])['changelog-sections']
  const isConventional = root['changelog-type'] !== 'github'
  const releaseType = asText(root['release-type'] ?? asRecord(asRecord(root.packages)['.'])['release-type'])
  const usual = /^(?:python|java|maven)\b/.test(releaseType) ? longerSections : usualSections
  carryTypes(
    root['changelog-sections'] ?? own ?? (isConventional ? usual : []),
    'changelog-sections',
    carried,
  )
  if (!isConventional) carried.losses.push('changelog-type github: use the format github_release')
  carried.versioning = versioningOf(root)
  const packages = Object.entries(asRecord(root.packages)).map(([folder, own]) => ({
    folder: folder.replace(/^\.\//, '').replace(/\/$/, ''),
    given: asRecord(own),
  }))
  for (const { folder, given } of packages) {
    const merged = { ...root, ...given }
    const pattern = tagsOf(merged, folder, packages.length)
    if (folder === '.' || folder === '') {
      carried.versioning = versioningOf(merged)
      if (!pattern.includes('{name}')) carried.tags.pattern = [pattern]
      if (asText(given['changelog-path']) !== '') carried.changelog = asText(given['changelog-path'])
      continue
    }
    const changelog = asText(given['changelog-path'])
    carried.packages.push({
      path: folder,
      component: asText(given.component) || asText(given['package-name']) || null,
      tags: pattern,
      changelog: changelog === '' ? null : `${folder}/${changelog}`,
      ignore: asTexts(given['exclude-paths']).map((each) => `${folder}/${each.replace(`${folder}/`, '')}`),
      shared: asTexts(given['additional-paths']),
    })
    if (given['changelog-sections'] !== undefined)
      carried.losses.push(
        `changelog-sections of ${folder}: packages use the categories of the whole file; add \`categories\` to the package`,
      )
  }
  const used = new Set([root, ...packages.map(({ given }) => given)].flatMap((each) => Object.keys(each)))
  for (const key of Object.keys(reasons).filter((name) => used.has(name)))
    carried.losses.push(`${key}: ${reasons[key]}`)
  if (root['bump-patch-for-minor-pre-major'] === true && root['bump-minor-pre-major'] !== true)
    carried.losses.push(
      'bump-patch-for-minor-pre-major without bump-minor-pre-major: a break would be major and a feature patch; versioning.zero has no such mode',
    )
  return carried
}

function versioningOf(given: Record<string, unknown>): VersioningConfig {
  const versioning: VersioningConfig = {}
  const [minor, patch] = [given['bump-minor-pre-major'], given['bump-patch-for-minor-pre-major']]
  // By default, release-please moves from 0.x to 1.0.0 with the first breaking change.
  if (minor !== true && patch !== true) versioning.zero = 'leave'
  if (minor === true && patch === true) versioning.zero = 'shift'
  const initial = asText(given['initial-version'])
  if (initial !== '' && initial !== '0.1.0') versioning.initial = initial
  return versioning
}

/** How release-please spells the tags of a package. */
function tagsOf(given: Record<string, unknown>, folder: string, count: number): string {
  const version = `${given['include-v-in-tag'] === false ? '' : 'v'}{version}`
  const isAlone = (folder === '.' || folder === '') && count === 1 && asText(given.component) === ''
  if (given['include-component-in-tag'] === false || isAlone) return version
  return `{name}${asText(given['tag-separator']) || '-'}${version}`
}
