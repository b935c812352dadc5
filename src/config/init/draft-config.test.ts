import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memoryFiles } from '../../../test/support/memory-files.ts'
import { printProposal } from '../../app/propose-config.ts'
import { readConfig } from '../repository/read-config.ts'
import { applyAnswers, draftConfig } from './draft-config.ts'
import type { FoundTag } from './find-tag-patterns.ts'

/** Tags on commits of their own, a month apart, the oldest first. */
function tagsOf(...names: string[]): FoundTag[] {
  return names.map((name, index) => ({
    name,
    sha: `${index}`.padStart(40, '0'),
    date: new Date(Date.UTC(2024, index, 15)).toISOString().slice(0, 10),
  }))
}

async function draft(files: Record<string, string>, tags: FoundTag[] = [], repositoryName = 'widget') {
  return draftConfig({ files: memoryFiles(files), tags, repositoryName })
}

/** The written file; every one must be valid, and say what the draft says. */
async function write(files: Record<string, string>, tags: FoundTag[] = []): Promise<string> {
  const drafted = await draft(files, tags)
  const text = printProposal(drafted)
  const { config, errors } = readConfig(text, 'notewright.yml')
  expect(errors).toEqual([])
  expect(config).toEqual(JSON.parse(JSON.stringify(drafted.config)))
  return text
}

/** The file without comments and blank lines. */
async function keysOf(files: Record<string, string>, tags: FoundTag[] = []): Promise<string> {
  const text = await write(files, tags)
  return text.replace(/^(?:#.*)?\n/gm, '')
}

const manifest = (name: string, more: object = {}) => JSON.stringify({ name, version: '1.0.0', ...more })

test('nothing special: a file of comments', async () => {
  expect(await write({})).toBe(
    '# yaml-language-server: $schema=https://raw.githubusercontent.com/notewright/notewright/main/schema/notewright.json\n# How Notewright writes the release notes of this repository. Every key is optional.\n# Check this file with `notewright config check`; `notewright config show` shows all settings.\n# Nothing special was found, so the defaults apply.\n',
  )
})

describe('versions below 1.0', () => {
  const patches = (name: string, minor = 7) => Array.from({ length: 7 }, (_, n) => `${name}0.${minor}.${n}`)
  const minors = (name: string) => Array.from({ length: 7 }, (_, n) => `${name}0.${n}.0`)
  const crates = (...names: string[]) => ({
    'Cargo.toml': `[workspace]\nmembers = [${names.map((name) => `"${name}"`).join(', ')}]\n`,
    ...Object.fromEntries(
      names.map((name) => [`${name}/Cargo.toml`, `[package]\nname = "${name}"\nversion = "0.1.0"\n`]),
    ),
  })

  test('with a patch for every release count features as patches', async () => {
    const text = await write({}, tagsOf(...patches('v')))
    expect(text).toContain('versioning: {zero: shift}\n')
    expect(text).toContain('# 6 of the last 6 releases up to v0.7.6 raised only the last number')
  })

  test.each([
    ['with other releases', minors('v')],
    ['with few releases', ['v0.1.0', 'v0.1.1', 'v0.1.2']],
    ['long ago', [...patches('v'), 'v1.0.0']],
  ])('%s count as usual', async (_what, names) => {
    expect(await keysOf({}, tagsOf(...names))).toBe('tags: "v{version}"\n')
  })

  test('of packages are counted package by package', async () => {
    const alike = await keysOf(crates('core', 'cli'), tagsOf(...patches('core-'), ...patches('cli-', 3)))
    expect(alike).toContain('versioning: {zero: shift}\n')
    const mixed = await keysOf(crates('core', 'cli'), tagsOf(...patches('core-'), ...minors('cli-')))
    expect(mixed).not.toMatch(/^versioning/m)
    expect(mixed).toContain('{name: core, path: core, tags: "{name}-{version}", versioning: {zero: shift}}')
    expect(mixed).toContain('{name: cli, path: cli, tags: "{name}-{version}"}')
  })
})

describe('tags', () => {
  test.each([
    [['v1.0.0', 'v1.1.0'], 'tags: "v{version}"\n'],
    [['1.0.0', '1.1.0'], 'tags: "{version}"\n'],
    [['0.9.0', '0.9.1', 'v1.0.0', 'v1.1.0'], 'tags: ["v{version}", "{version}"]\n'],
    [['release-1.0.0', 'release-1.1.0'], 'tags: "release-{version}"\n'],
    [['widget-1.0.0', 'widget-1.1.0'], 'tags: "widget-{version}"\n'],
    [['v1.0.0', 'v1', 'latest', '016.5'], 'tags: "v{version}"\n'],
    [['nightly', 'archive/old'], ''],
    [['2026-08-10', '2026-08-17', '2026-08-17.1', '2026-08-17.2'], ''],
  ])('%j', async (names, expected) => {
    expect(await keysOf({}, tagsOf(...names))).toBe(expected)
  })

  test('tags without a pattern are said', async () => {
    const names = ['widget-8_1_0', 'widget-8_2_0', 'widget-8_3_0', 'widget-8_4_0', 'widget-8_5_0']
    expect(await write({}, tagsOf(...names))).toContain('# No pattern fits the tags, such as widget-8_1_0.')
  })

  test('a second series on the same commits is ignored', async () => {
    const tags = ['v3.1.0', 'v3.2.0', 'v3.3.0'].flatMap((name, index) => [
      { name, sha: `${index}` },
      { name: `v0.30${index + 1}.0`, sha: `${index}` },
    ])
    const text = await write({}, tags)
    expect(text).toContain('tags: {pattern: "v{version}", ignore: v0.*}\n')
    expect(readConfig(text, 'notewright.yml').hints).toEqual([])
  })

  test('a second series of the past is not', async () => {
    const old = ['v1.0.0', 'v1.0.1', 'v1.0.2'].flatMap((name, index) => [
      { name, sha: `${index}`, date: '2018-01-01' },
      { name: `v0.30${index + 1}.0`, sha: `${index}`, date: '2018-01-01' },
    ])
    expect(await keysOf({}, [...old, { name: 'v1.9.0', sha: '9', date: '2026-01-01' }])).toBe(
      'tags: "v{version}"\n',
    )
  })

  test('calendar versions', async () => {
    const tags = [
      { name: '2026.1.0', sha: '1', date: '2026-01-05' },
      { name: '2026.1.1', sha: '2', date: '2026-01-09' },
      { name: '2026.2.0', sha: '3', date: '2026-02-03' },
    ]
    expect(await keysOf({}, tags)).toBe('tags: "{version}"\nversioning: {scheme: calver}\n')
    const short = tags.map((tag) => ({ ...tag, name: tag.name.replace('2026.', '26.0') }))
    expect(await keysOf({}, short)).toContain('versioning: {scheme: calver, calver: YY.0M.MICRO}\n')
  })
})

describe('packages', () => {
  const pnpm = { 'pnpm-workspace.yaml': 'packages: ["packages/*"]\n' }
  const two = {
    ...pnpm,
    'packages/core/package.json': manifest('@acme/core'),
    'packages/cli/package.json': manifest('@acme/cli'),
  }

  test.each([
    [
      ['core@1.0.0', 'cli@0.4.0'],
      '  - {name: core, path: packages/core}\n  - {name: cli, path: packages/cli}\n',
    ],
    [
      ['@acme/core@1.0.0', '@acme/cli@0.4.0'],
      '  - {name: "@acme/core", path: packages/core}\n  - {name: "@acme/cli", path: packages/cli}\n',
    ],
    [
      ['core-v1.0.0', 'cli-v0.4.0'],
      '  - {name: core, path: packages/core, tags: "{name}-v{version}"}\n  - {name: cli, path: packages/cli, tags: "{name}-v{version}"}\n',
    ],
    [
      ['packages/core/v1.0.0', 'packages/cli/v0.4.0'],
      '  - {name: "@acme/core", path: packages/core, tags: "packages/core/v{version}"}\n  - {name: "@acme/cli", path: packages/cli, tags: "packages/cli/v{version}"}\n',
    ],
    [[], '  - {name: "@acme/core", path: packages/core}\n  - {name: "@acme/cli", path: packages/cli}\n'],
  ])('tags %j', async (names, expected) => {
    expect(await keysOf(two, tagsOf(...names))).toBe(`packages:\n${expected}`)
  })

  test('the name of the repository at the end of the name of a package stands for the whole', async () => {
    const files = {
      'pom.xml': '<project><artifactId>widget</artifactId><modules><module>dist</module></modules></project>',
      'dist/pom.xml': '<project><artifactId>acme-widget</artifactId></project>',
    }
    expect(await keysOf(files, tagsOf('widget-1.0.0', 'widget-1.1.0'))).toBe('tags: "widget-{version}"\n')
  })

  test('a part of the name of a package', async () => {
    const files = {
      ...pnpm,
      'packages/amazon/package.json': manifest('acme-widget-providers-amazon', { version: '9.0.0' }),
    }
    expect(await keysOf(files, tagsOf('3.0.0', '3.1.0', 'providers-amazon/9.0.0'))).toBe(
      'tags: "{version}"\npackages:\n  - {name: providers-amazon, path: packages/amazon, tags: "{name}/{version}"}\n',
    )
  })

  test('packages with one tag and one changelog are not listed', async () => {
    const text = await write(two, tagsOf('v1.0.0', 'v1.1.0'))
    expect(text).not.toContain('packages:')
    expect(text).toContain('released together as v{version}')
  })

  test('packages with one tag and changelogs of their own share the tag', async () => {
    const files = { ...two, 'packages/core/CHANGELOG.md': '', 'packages/cli/HISTORY.md': '' }
    expect(await keysOf(files, tagsOf('v1.0.0', 'v1.1.0'))).toBe(
      'tags: "v{version}"\npackages:\n  - {name: "@acme/core", path: packages/core, tags: "v{version}"}\n  - {name: "@acme/cli", path: packages/cli, tags: "v{version}", changelog: packages/cli/HISTORY.md}\n',
    )
  })

  test('what is private and never tagged is named in a comment', async () => {
    const files = { ...two, 'packages/docs/package.json': manifest('docs', { private: true }) }
    const text = await write(files, tagsOf('core@1.0.0', 'cli@0.4.0'))
    expect(text).toContain('# Not listed, because they are private and have no tags: docs.')
    expect(text).not.toContain('name: docs')
  })

  test('modules of Go, also without go.work, and those in a folder of their major version', async () => {
    const files = {
      'go.work': 'use (\n\t.\n\t./api\n\t./client/v3\n)\n',
      'go.mod': 'module acme.example/widget\n',
      'api/go.mod': 'module acme.example/widget/api\n',
      'client/v3/go.mod': 'module acme.example/widget/client/v3\n',
      'operator/go.mod': 'module acme.example/widget/operator\n',
    }
    const tags = tagsOf('v3.1.0', 'api/v3.1.0', 'client/v3.1.0', 'operator/v0.1.0', 'operator/v0.2.0')
    expect(await keysOf(files, tags)).toBe(
      'tags: "v{version}"\npackages:\n  - {name: api, path: api, tags: "{name}/v{version}"}\n  - {name: client, path: client/v3, tags: "{name}/v{version}"}\n  - {name: operator, path: operator, tags: "{name}/v{version}"}\n',
    )
  })

  test('more packages than a file can have', async () => {
    const names = Array.from({ length: 505 }, (_, index) => `p${index}`)
    const files = Object.fromEntries(names.map((name) => [`packages/${name}/package.json`, manifest(name)]))
    const text = await write({ ...pnpm, ...files })
    expect(text).toContain('# 5 more packages are not listed: a file may have 500 packages and 64 KiB.')
  })
})

describe('other tools', () => {
  test('.github/release.yml', async () => {
    const text = await keysOf({
      '.github/release.yml': `changelog:
  exclude:
    labels: [ignore-for-release]
    authors: [dependabot]
  categories:
    - title: Breaking Changes 🛠
      labels: [breaking-change]
    - title: Framework
      labels: [framework]
      exclude: {labels: ["p: material"]}
    - title: Material
      labels: ["p: material"]
    - title: Everything else
      labels: ["*"]
`,
    })
    expect(text).toBe(`categories:
  - {title: Breaking Changes 🛠, labels: breaking-change, kinds: breaking}
  - {title: Framework, labels: framework}
  - {title: Material, labels: "p: material"}
other: Everything else
rules:
  - {when: {label: ignore-for-release}, exclude: its label excludes it}
  - {when: {author: [dependabot, "dependabot[bot]"]}, exclude: changes of this author are not listed}
  - {when: {label: "p: material"}, unless: {label: breaking-change}, category: Material}
`)
  })

  test('release-drafter', async () => {
    const text = await write({
      '.github/release-drafter.yml': `name-template: 'v$RESOLVED_VERSION'
tag-template: 'v$RESOLVED_VERSION'
categories:
  - title: '🚀 Features'
    labels: [feature, enhancement]
  - title: '🐛 Bug Fixes'
    label: bug
    collapse-after: 5
exclude-labels: [skip-changelog]
exclude-contributors: [acme-ci]
change-template: '- $TITLE @$AUTHOR (#$NUMBER)'
version-resolver:
  major: {labels: [major]}
  minor: {labels: [minor, feature]}
  default: patch
autolabeler:
  - {label: docs, files: ['*.md']}
template: |
  ## Changes

  Install {it} with \`npm i widget@$RESOLVED_VERSION\`.

  $CHANGES

  ## Contributors

  $CONTRIBUTORS

  **Full Changelog**: https://github.com/$OWNER/$REPOSITORY/compare/$PREVIOUS_TAG...v$RESOLVED_VERSION
`,
    })
    expect(text.replace(/^(?:#.*)?\n/gm, '')).toBe(`tags: "v{version}"
categories:
  - {title: 🚀 Features, labels: [feature, enhancement], kinds: added, types: feat}
  - {title: 🐛 Bug Fixes, labels: bug, collapse: 5, kinds: fixed, types: fix}
rules:
  - {when: {label: skip-changelog}, exclude: its label excludes it}
  - {when: {label: major}, bump: major}
  - {when: {label: [minor, feature]}, bump: minor}
  - {when: {pullRequest: false}, exclude: it has no pull request}
  - {when: {title: "*"}, include: true}
entries: {text: subject, order: newest}
contributors: {exclude: acme-ci, show: all}
formats:
  github_release:
    line: "{text}{ authors}{ (references)}"
    bullet: "-"
    links: none
    title: Changes
    header: "Install {{it}} with \`npm i widget@{version}\`."
`)
    expect(text).toContain('#   - autolabeler: Notewright does not label pull requests')
    expect(text).toContain('#   - version-resolver.default (patch):')
  })

  test('release-drafter: linked numbers, no title, and conditions of version 7', async () => {
    const text = await keysOf({
      '.github/release-drafter.yml': `template: $CHANGES
change-template: "- $TITLE ([#$NUMBER]($URL)) $AUTHORS"
categories:
  - {title: "💥 破坏性变更", labels: [breaking]}
  - {title: New, semver-increment: minor, when: {conventional: {type: feat}}}
  - {title: Dependencies, when: {conventional: {types: [fix, chore], scope: deps}}}
  - {title: Docs, semver-increment: patch, when: {conventional: {type: docs}}}
  - {title: Other}
  - {type: pre-exclude, when: {label: skip}}
  - {type: version-resolver, semver-increment: major, when: {label: major}}
`,
    })
    expect(text).toBe(`categories:
  - {title: 💥 破坏性变更, labels: breaking, kinds: breaking}
  - {title: New, types: feat}
  - {title: Dependencies}
  - {title: Docs, types: docs}
other: Other
rules:
  - {when: {type: [fix, chore], scope: deps}, category: Dependencies}
  - {when: {type: docs, breaking: false}, bump: patch}
  - {when: {label: skip}, exclude: its label excludes it}
  - {when: {label: major}, bump: major}
  - {when: {pullRequest: false}, exclude: it has no pull request}
  - {when: {title: "*"}, include: true}
entries: {text: subject, order: newest}
formats: {github_release: {line: "{text}{ (references)}{ authors}", bullet: "-", links: inline, title: false}}
`)
  })

  test('.versionrc', async () => {
    const text = await keysOf({
      '.versionrc': JSON.stringify({
        types: [
          { type: 'feat', section: 'Features' },
          { type: 'fix', section: 'Bug Fixes' },
          { type: 'fix', scope: 'deps', section: 'Dependencies' },
          { type: 'chore', hidden: true },
          { type: 'docs', hidden: true },
          { type: 'two words', section: 'Never' },
        ],
        tagPrefix: 'release-',
        preMajor: true,
        issuePrefixes: ['SHOP-'],
        issueUrlFormat: 'https://tickets.example/{{prefix}}{{id}}',
      }),
    })
    expect(text).toBe(`tags: "release-{version}"
categories:
  - {title: ⚠ BREAKING CHANGES, kinds: breaking}
  - {title: Features, types: feat}
  - {title: Bug Fixes, types: fix}
  - {title: Dependencies}
rules:
  - {when: {type: fix, scope: deps}, category: Dependencies}
  - {when: {type: [chore, docs]}, exclude: hidden in .versionrc}
  - {when: {title: "*"}, unless: {type: [feat, fix]}, exclude: no section in .versionrc}
  - {when: {title: "*"}, include: true}
entries: {text: title, line: "{**scope:** }{breaking }{text}{ (references)}{ (commit)}", order: title, links: inline}
tickets:
  - {prefix: SHOP-, url: "https://tickets.example/SHOP-{number}"}
versioning: {zero: shift}
`)
  })

  test('release-please', async () => {
    const text = await keysOf({
      'release-please-config.json': JSON.stringify({
        'bump-minor-pre-major': true,
        'bump-patch-for-minor-pre-major': true,
        'changelog-sections': [
          { type: 'feat', section: 'New' },
          { type: 'perf', section: 'New' },
          { type: 'chore', section: 'Chores', hidden: true },
        ],
        packages: {
          'libs/core': { component: 'core', 'exclude-paths': ['libs/core/bench'] },
          'libs/cli': {
            component: 'cli',
            'include-v-in-tag': false,
            'tag-separator': '@',
            'changelog-path': 'NEWS.md',
          },
        },
      }),
    })
    expect(text).toBe(`categories:
  - {title: ⚠ BREAKING CHANGES, kinds: breaking}
  - {title: New, types: [feat, perf]}
rules:
  - {when: {type: chore}, exclude: hidden in release-please-config.json}
  - {when: {title: "*"}, unless: {type: [feat, perf]}, exclude: no section in release-please-config.json}
  - {when: {title: "*"}, include: true}
entries: {text: title, line: "{**scope:** }{breaking }{text}{ (references)}{ (commit)}", order: title, links: inline}
versioning: {zero: shift}
packages:
  - {name: core, path: libs/core, tags: "{name}-v{version}", ignore: libs/core/bench}
  - {name: cli, path: libs/cli, changelog: libs/cli/NEWS.md}
`)
  })

  test('the whole repository as a package of release-please', async () => {
    const config = { 'include-component-in-tag': false, 'include-v-in-tag': false, packages: { '.': {} } }
    expect(await keysOf({ 'release-please-config.json': JSON.stringify(config) })).toBe(`tags: "{version}"
categories:
  - {title: ⚠ BREAKING CHANGES, kinds: breaking}
  - {title: Features, types: feat}
  - {title: Bug Fixes, types: fix}
  - {title: Performance Improvements, types: perf}
  - {title: Reverts, types: revert}
rules:
  - when: {title: "*"}
    unless: {type: [feat, fix, perf, revert]}
    exclude: no section in release-please-config.json
  - {when: {title: "*"}, include: true}
entries: {text: title, line: "{**scope:** }{breaking }{text}{ (references)}{ (commit)}", order: title, links: inline}
versioning: {zero: leave}
`)
  })

  test('release-please without sections for Python, and with notes from GitHub', async () => {
    const python = await keysOf({ 'release-please-config.json': '{"release-type": "python"}' })
    expect(python).toContain('{title: Dependencies, types: deps}')
    const github = await write({ 'release-please-config.json': '{"changelog-type": "github"}' })
    expect(github).not.toContain('categories:')
    expect(github).toContain('#   - changelog-type github: use the format github_release')
  })

  test('cliff.toml', async () => {
    const text = await write({
      'cliff.toml': `[changelog]
body = "{% for group %}"
[git]
tag_pattern = "v[0-9].*"
ignore_tags = "rc|^v0"
skip_tags = "beta"
sort_commits = "newest"
link_parsers = [{ pattern = "RFC(\\\\d+)", href = "https://rfc.example/rfc$1" }]
commit_parsers = [
  { message = "^chore\\\\(deps.*\\\\)", skip = true },
  { message = "^fix", group = "<!-- 1 -->🐛 Bug  Fixes" },
  { message = "^feat", group = "<!-- 0 -->⛰️ Features" },
  { message = "^fix\\\\(ui\\\\)", group = "never reached" },
  { body = ".*security", group = "<!-- 8 -->Security" },
  { field = "breaking", pattern = "true", group = "<!-- 9 -->Breaking" },
  { field = "github.pr_labels", pattern = "skip-notes", skip = true },
  { message = "^[aA]dd", group = "<!-- 2 -->Added" },
  { message = "^[a-z]+\\\\s*:", skip = true },
  { message = ".*", group = "<!-- 10 -->Other" },
]
`,
    })
    expect(text.replace(/^(?:#.*)?\n/gm, '')).toBe(`tags: {pattern: "v{version}", ignore: ["*rc*", v0*]}
categories:
  - {title: ⛰️ Features, types: feat}
  - {title: 🐛 Bug Fixes, types: fix}
  - {title: Added, types: add, verbs: add}
  - {title: Security}
  - {title: Breaking}
other: Other
rules:
  - {when: {type: chore, scope: deps*}, exclude: skipped in cliff.toml}
  - {when: {kind: security}, unless: {type: [fix, feat]}, category: Security}
  - {when: {kind: breaking}, unless: {type: [fix, feat]}, category: Breaking}
  - {when: {label: skip-notes}, unless: {type: [fix, feat]}, exclude: skipped in cliff.toml}
  - {when: {scope: "*"}, include: true}
  - {when: {title: "*"}, unless: {type: "*"}, exclude: it has no type}
  - {when: {title: "*"}, include: true}
entries: {order: newest}
tickets:
  - {prefix: RFC, url: "https://rfc.example/rfc{number}"}
`)
    expect(text).toContain("#   - commit_parsers message '^[a-z]+\\s*:': it is not a plain pattern")
    expect(text).toContain('#   - skip_tags (beta): commits are never dropped')
  })

  test('the groups, the types without a parser and the line of a body of git-cliff', async () => {
    const body = `
{% for group, commits in commits | group_by(attribute="group") %}
    ### {{ group | upper_first }}
    {% for commit in commits | filter(attribute="scope") | sort(attribute="scope") %}
        - *({{commit.scope}})* {% if commit.breaking %}[**breaking**] {% endif %}{{ commit.message | upper_first }} - ([{{ commit.id | truncate(length=7, end="") }}](https://example.com/commit/{{ commit.id }}))
    {% endfor %}
{% endfor %}
`
    const parsers =
      'commit_parsers = [{ message = "^feat", group = "New" }, { message = "^fix", group = "Fixed" }]'
    const text = await keysOf({ 'cliff.toml': `[changelog]\nbody = '''${body}'''\n[git]\n${parsers}\n` })
    expect(text).toBe(`categories:
  - {title: Fixed, types: fix}
  - {title: New, types: feat}
  - {title: Build, types: build}
  - {title: Chore, types: chore}
  - {title: Ci, types: ci}
  - {title: Docs, types: docs}
  - {title: Perf, types: perf}
  - {title: Refactor, types: refactor}
  - {title: Revert, types: revert}
  - {title: Style, types: style}
  - {title: Test, types: test}
rules:
  - {when: {scope: "*"}, include: true}
  - {when: {title: "*"}, unless: {type: "*"}, exclude: it has no type}
  - {when: {title: "*"}, include: true}
entries:
  text: sentence
  line: "{*(scope)* }{breaking }{text}{ (references)}{ - (commit)}"
  links: inline
  breaking: "[**breaking**]"
  order: [scoped, scope, oldest]
`)
  })

  test('of two files with categories one is used, and the exclusions of both', async () => {
    const text = await write({
      'cliff.toml': '[git]\ncommit_parsers = [{ message = "^feat", group = "Features" }]\n',
      '.github/release.yml':
        'changelog: {exclude: {labels: [skip]}, categories: [{title: New, labels: [new]}]}\n',
    })
    expect(text).toContain(
      '# Not carried over from .github/release.yml:\n#   - its categories: those of cliff.toml are used\n',
    )
    expect(text).toContain('when: {label: skip}')
    expect(text).not.toContain('title: New')
  })

  test.each(['cliff.toml', '.github/release.yml', 'release-please-config.json', '.versionrc'])(
    'an invalid %s is said',
    async (path) => {
      expect(await write({ [path]: '{ [' })).toContain(
        `# Not carried over from ${path}:\n#   - the file: it cannot be read; check its syntax\n`,
      )
    },
  )

  test('a configuration that is a program is said', async () => {
    expect(await write({ '.versionrc.js': 'module.exports = {}' })).toContain(
      '# Not carried over from .versionrc.js:\n#   - the file: it is a program, which is not run\n',
    )
  })
})

describe('answers', () => {
  const files = {
    'pnpm-workspace.yaml': 'packages: ["packages/*"]\n',
    'packages/core/package.json': manifest('core'),
    'packages/cli/package.json': manifest('cli'),
    'cliff.toml':
      '[git]\ncommit_parsers = [{ message = "^ci", skip = true }, { message = "^feat\\\\(ui\\\\)", group = "UI" }]\n',
  }

  test('none leave the draft as it is', async () => {
    const found = await draft(files)
    expect(applyAnswers(found, {}).config).toEqual(found.config)
  })

  test('replace what was found', async () => {
    const answers = {
      tags: ['v{version}'],
      headings: 'conventional',
      packages: ['cli'],
      scheme: 'none',
    } as const
    const { config } = applyAnswers(await draft(files), {
      ...answers,
      tags: ['v{version}'],
      packages: ['cli'],
    })
    expect(config).toMatchObject({
      tags: { pattern: ['v{version}'] },
      versioning: { scheme: 'none' },
      packages: [{ name: 'cli' }],
      rules: [{ when: { type: ['ci'] } }],
    })
    expect(config.categories?.map(({ title }) => title)).toEqual([
      'Breaking changes',
      'Features',
      'Bug fixes',
      'Performance',
    ])
    expect(applyAnswers(await draft(files), { headings: 'standard' }).config.categories).toBeUndefined()
  })
})

test('any file of another tool yields a valid configuration', async () => {
  const text = fc.oneof(
    fc.string({ maxLength: 130 }),
    fc.constantFrom('*', '^feat', '{version}', 'a\nb', '\u202e', 'v', '..', '.git', '$TITLE'),
  )
  const label = fc.oneof(text, fc.array(text, { maxLength: 4 }), fc.constant(null), fc.integer())
  const category = fc.record({ title: label, labels: label, label, 'collapse-after': fc.integer() })
  const drafter = fc.record({
    categories: fc.array(category, { maxLength: 60 }),
    'exclude-labels': label,
    'tag-template': text,
    template: text,
    'change-template': text,
    'exclude-paths': label,
  })
  const types = fc.array(fc.record({ type: text, section: text, hidden: fc.boolean(), scope: label }))
  const packages = fc.dictionary(text, fc.record({ component: label, 'exclude-paths': label }), {
    maxKeys: 5,
  })
  const release = fc.record({
    exclude: fc.record({ labels: label, authors: label }),
    categories: fc.array(category, { maxLength: 5 }),
  })
  await fc.assert(
    fc.asyncProperty(
      drafter,
      types,
      packages,
      release,
      fc.array(text),
      async (one, two, three, four, tags) => {
        const files = {
          '.github/release-drafter.yml': JSON.stringify(one),
          '.versionrc': JSON.stringify({ types: two }),
          'release-please-config.json': JSON.stringify({ 'changelog-sections': two, packages: three }),
          '.github/release.yml': JSON.stringify({ changelog: four }),
        }
        const found = await draft(
          files,
          tags.map((name) => ({ name, sha: name })),
        )
        expect(readConfig(printProposal(found), 'notewright.yml').errors).toEqual([])
      },
    ),
    { numRuns: 60 },
  )
})
