import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Commit } from '../src/core/commit.ts'
import { nameOfRoot } from '../src/hosts/local/find-folder.ts'
import { localHost } from '../src/hosts/local/local.ts'
import { buildRepository, git, makeFolder } from './support/build-repository.ts'
import { main, minimalEnv } from './support/main-program.ts'
import { tryProgram } from './support/run-program.ts'

const { PATH = '' } = process.env
const realGit = PATH.split(delimiter)
  .map((folder) => join(folder, 'git'))
  .find(existsSync)!

/** A clone whose settings, attributes, hooks, remotes and submodule name programs, and the folder of their marks. */
interface Trap {
  path: string
  marks: string
  commits: string[]
  missing: string
}

/** Settings whose value is a command. */
const commandKeys = [
  'core.fsmonitor',
  'core.pager',
  'core.editor',
  'core.sshCommand',
  'core.gitProxy',
  'core.askPass',
  'core.alternateRefsCommand',
  'credential.helper',
  'diff.external',
  'diff.trap.command',
  'diff.trap.textconv',
  'filter.trap.clean',
  'filter.trap.smudge',
  'filter.trap.process',
  'merge.trap.driver',
  'gpg.program',
  'gpg.x509.program',
  'gpg.ssh.program',
  'pager.log',
  'pager.grep',
  'alias.log',
  'trailer.sign.command',
  'uploadpack.packObjectsHook',
  'remote.files.uploadpack',
  'remote.ssh.uploadpack',
]

/** The configuration of the clone, by how it gets the settings; all of them are in the file `planted` too. */
const routes = {
  'its configuration': (settings: string) => settings,
  'include.path': () => '[include]\n\tpath = planted\n',
  includeIf: () => '[includeIf "gitdir:/**"]\n\tpath = planted\n',
  'the configuration of its work tree': () => '[extensions]\n\tworktreeConfig = true\n',
}
type Route = keyof typeof routes

function setTrap(route: Route = 'its configuration'): Trap {
  const marks = makeFolder()
  const programs = makeFolder()
  const command = (name: string) => {
    const file = join(programs, name)
    writeFileSync(file, `#!/bin/sh\ntouch ${join(marks, name)}\n`)
    chmodSync(file, 0o755)
    return file
  }
  const quoted = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  const path = buildRepository([
    { commit: 'feat: first light', texts: { '.gitattributes': '* diff=trap filter=trap merge=trap\n' } },
    { tag: 'v1.0.0' },
    { commit: 'feat: tabs', texts: { 'CHANGELOG.md': '# Changelog\n\n## 1.0.0\n\n- Add light\n' } },
    { commit: 'fix: lost cursor (#7)', texts: { 'src/cursor.ts': 'export const cursor = 1\n' } },
  ])
  const gitDir = join(path, '.git')
  const { missing, commits } = addHostileCommits(path, addSubmodule(path, command('submodule')))
  // A shared clone has its objects elsewhere.
  const elsewhere = join(makeFolder(), 'objects')
  tryProgram('mv', [join(gitDir, 'objects'), elsewhere])
  mkdirSync(join(gitDir, 'objects/info'), { recursive: true })
  writeFileSync(join(gitDir, 'objects/info/alternates'), `${elsewhere}\n`)
  mkdirSync(join(gitDir, 'info'), { recursive: true })
  writeFileSync(join(gitDir, 'info/attributes'), '* diff=trap filter=trap merge=trap\n')
  for (const folder of ['hooks', 'planted-hooks']) addHooks(join(gitDir, folder), command)
  const settings = [
    ...commandKeys.map((key) => [key, command(key)]),
    ['core.hooksPath', join(gitDir, 'planted-hooks')],
    ['log.showSignature', 'true'],
    ['diff.submodule', 'diff'],
    ['core.attributesFile', join(gitDir, 'info/attributes')],
    ['submodule.recurse', 'true'],
    // A partial clone fetches missing objects from these remotes, one after the other.
    ['protocol.allow', 'always'],
    ['protocol.ext.allow', 'always'],
    ['protocol.file.allow', 'always'],
    ['protocol.ssh.allow', 'always'],
    ...['commands', 'files', 'ssh'].map((name) => [`remote.${name}.promisor`, 'true']),
    ['remote.commands.url', `ext::${command('remote.commands.url')}`],
    ['remote.files.url', `file://${elsewhere}`],
    ['remote.ssh.url', 'ssh://git.invalid/a/b'],
  ]
  const base =
    '[core]\n\trepositoryformatversion = 1\n\tbare = false\n[extensions]\n\tpartialClone = commands\n'
  const lines = settings.map(([key = '', value = '']) => {
    const [, section, name = '', last] = /^([^.]+)(?:\.(.+))?\.([^.]+)$/.exec(key)!
    return `[${section}${name === '' ? '' : ` "${name}"`}]\n\t${last} = ${quoted(value)}\n`
  })
  writeFileSync(join(gitDir, 'planted'), lines.join(''))
  writeFileSync(join(gitDir, 'config.worktree'), lines.join(''))
  writeFileSync(join(gitDir, 'config'), base + routes[route](lines.join('')))
  return { path, marks, missing, commits }
}

/** Adds a signed commit, a commit with a missing file, and commits that replace the changelog with a submodule. */
function addHostileCommits(path: string, inner: string[]): Pick<Trap, 'missing' | 'commits'> {
  const missing = '1234567890123456789012345678901234567890'
  const id = (args: string[], input?: string) =>
    git(path, args, input === undefined ? undefined : Buffer.from(input)).trim()
  const changelog = id(['rev-parse', 'HEAD:CHANGELOG.md'])
  const attributes = id(['rev-parse', 'HEAD:.gitattributes'])
  const treeOf = (entry: string) =>
    id(
      ['mktree', '--missing'],
      `100644 blob ${attributes}\t.gitattributes\n${entry}\tCHANGELOG.md\n100644 blob ${missing}\tgone.ts\n`,
    )
  const person = 'Ada <ada@example.org> 1767700000 +0000'
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----\n'
  const trees = [...inner.map((sha) => treeOf(`160000 commit ${sha}`)), treeOf(`100644 blob ${changelog}`)]
  let parent = id(['rev-parse', 'HEAD'])
  const commits = [parent]
  for (const [index, tree] of trees.entries()) {
    const text = `tree ${tree}\nparent ${parent}\nauthor ${person}\ncommitter ${person}\n${signature}\nfix: bug ${index}\n`
    parent = id(['hash-object', '-t', 'commit', '-w', '--stdin'], text)
    commits.push(parent)
  }
  git(path, ['update-ref', 'refs/heads/main', parent])
  return { missing, commits }
}

function addHooks(folder: string, command: (name: string) => string): void {
  mkdirSync(folder, { recursive: true })
  for (const hook of ['reference-transaction', 'post-index-change', 'pre-auto-gc', 'fsmonitor-watchman']) {
    const file = join(folder, hook)
    writeFileSync(file, `#!/bin/sh\n${command('hook')}\n`)
    chmodSync(file, 0o755)
  }
}

/** Puts a repository with settings of its own in the place of the changelog, and returns its commits. */
function addSubmodule(path: string, command: string): string[] {
  const folder = join(path, 'CHANGELOG.md')
  mkdirSync(folder)
  buildRepository(['Start', 'Continue'], { path: folder })
  git(folder, ['config', 'diff.external', command])
  return git(folder, ['rev-list', '--reverse', 'HEAD']).trim().split('\n')
}

/** What a `git` of another version, or another way of starting it, would lack. */
interface Missing {
  variables?: string[]
  options?: string[]
  settings?: string[]
}

/** A search path whose `git` ignores some protections. */
function withoutProtections({ variables = [], options = [], settings = [] }: Missing): string {
  const folder = makeFolder()
  for (const tool of ['sh', 'touch']) {
    const found = PATH.split(delimiter)
      .map((each) => join(each, tool))
      .find(existsSync)!
    symlinkSync(found, join(folder, tool))
  }
  const cases = [
    ...options.map((option) => `    ${option}) ;;`),
    ...settings.map((setting) => `    ${setting}=*) set -- "$@" trap.ignored=true ;;`),
    '    *) set -- "$@" "$arg" ;;',
  ]
  const script = [
    '#!/bin/sh',
    ...variables.map((name) => `unset ${name}`),
    'for arg do',
    '  shift',
    '  case "$arg" in',
    ...cases,
    '  esac',
    'done',
    `exec ${realGit} "$@"`,
  ]
  writeFileSync(join(folder, 'git'), `${script.join('\n')}\n`)
  chmodSync(join(folder, 'git'), 0o755)
  return [folder, PATH].join(delimiter)
}

/** Calls everything that reads a clone, and returns the names of the calls. */
async function callEverything({ path, missing, commits }: Trap, searchPath: string): Promise<string[]> {
  const { signal } = new AbortController()
  const host = localHost({ root: path, token: null, searchPath })
  const repoFullName = (await nameOfRoot(path))!
  const repository = await host.open({
    repoFullName,
    token: null,
    signal,
    deadlineAt: Number.POSITIVE_INFINITY,
  })
  const range = { fromSha: commits[0]!, toSha: commits.at(-1)! }
  const read = async <Item>(items: AsyncIterable<Item>) => {
    const all: Item[] = []
    for await (const item of items) all.push(item)
    return all
  }
  const listed: Commit[] = []
  const calls: Record<string, () => Promise<unknown>> = {
    resolveRefs: () => repository.resolveRefs('v1.0.0', 'main'),
    details: () => repository.details([], range.toSha),
    commits: async () => listed.push(...(await read(repository.commits({ ...range, fromSha: null }, 50)))),
    ancestors: () => read(repository.ancestors(range.toSha, 50)),
    past: () => read(repository.past(range.toSha, 50)),
    changedFiles: () => repository.changedFiles(listed),
    changedBetween: () => repository.changedBetween(range),
    contents: () => repository.contents([missing]),
    searchTrees: async () => repository.searchTrees?.([range.fromSha, range.toSha], ['cursor', 'nothing']),
    addedLines: async () => repository.addedLines?.({ ...range, fromSha: null }, 'CHANGELOG.md'),
    tags: () => repository.tags(),
    listRefs: () => repository.listRefs({ query: '', page: 1 }),
    count: () => repository.count(range),
  }
  // Some calls fail because of the missing object; here only what git starts matters.
  for (const call of Object.values(calls)) await call().catch(() => {})
  const methods = Object.entries(repository).filter(([, value]) => typeof value === 'function')
  expect(Object.keys(calls).toSorted()).toEqual(methods.map(([name]) => name).toSorted())
  expect(listed.length).toBeGreaterThan(4)
  return Object.keys(calls)
}

/** The programs that were started, by their settings. */
function started({ marks }: Trap): string[] {
  return readdirSync(marks).toSorted()
}

describe('a clone that names programs to run starts none of them', () => {
  test.each(Object.keys(routes) as Route[])('by %s', async (route) => {
    const trap = setTrap(route)
    await callEverything(trap, PATH)
    expect(started(trap)).toEqual([])
  })
})

describe('without one protection', () => {
  let trap: Trap
  beforeAll(() => {
    trap = setTrap()
  })

  test.each<[string, Missing, string[]]>([
    ['as in git 2.36, which can fetch missing objects', { variables: ['GIT_NO_LAZY_FETCH'] }, []],
    ['with protocols of the clone', { variables: ['GIT_ALLOW_PROTOCOL'] }, []],
    ['with a general setting of the clone for protocols', { settings: ['protocol.allow'] }, []],
    [
      'with protocols of the clone in git 2.36',
      { variables: ['GIT_NO_LAZY_FETCH', 'GIT_ALLOW_PROTOCOL'] },
      ['core.sshCommand', 'remote.commands.url', 'remote.files.uploadpack'],
    ],
    ['with optional locks', { variables: ['GIT_OPTIONAL_LOCKS'] }, []],
    ['with replaced objects', { variables: ['GIT_NO_REPLACE_OBJECTS', 'GIT_GRAFT_FILE'] }, []],
    ['with attributes of the machine', { variables: ['GIT_ATTR_NOSYSTEM'] }, []],
    ['with a pager', { options: ['--no-pager'] }, []],
    ['with hooks of the clone', { settings: ['core.hooksPath'] }, []],
    ['with a file monitor', { settings: ['core.fsmonitor'] }, ['core.fsmonitor']],
    ['with signatures', { settings: ['log.showSignature'] }, ['gpg.program']],
    ['with external diffs', { options: ['--no-ext-diff'] }, []],
    // Git applies the filter of a file before it converts the text.
    ['with converted texts', { options: ['--no-textconv'] }, ['filter.trap.process']],
    ['with diffs of submodules by option', { options: ['--submodule=short'] }, []],
    ['with diffs of submodules by setting', { settings: ['diff.submodule'] }, []],
    [
      'with diffs of submodules',
      { options: ['--submodule=short'], settings: ['diff.submodule'] },
      ['submodule'],
    ],
  ])('%s, git starts what this test expects', async (_what, missing, expected) => {
    for (const name of readdirSync(trap.marks)) rmSync(join(trap.marks, name))
    await callEverything(trap, withoutProtections(missing))
    // Some versions of git start more than others.
    if (expected.length === 0) expect(started(trap)).toEqual([])
    else expect(started(trap)).toEqual(expect.arrayContaining(expected))
  })
})

describe('a command on a clone that names programs to run starts none of them', () => {
  test.each([
    ['generate', ['generate', '--from', 'v1.0.0', '--quiet']],
    ['update', ['update', '--dry-run', '--version', '1.1.0']],
    ['update --check', ['update', '--check']],
    ['next-version', ['next-version']],
    ['config', ['config']],
    ['init', ['init', '--yes', '--dry-run']],
  ])('%s', (_name, args) => {
    const trap = setTrap()
    // The submodule is where the changelog would be.
    rmSync(join(trap.path, 'CHANGELOG.md'), { recursive: true })
    writeFileSync(join(trap.path, 'CHANGELOG.md'), '# Changelog\n\n## 1.0.0\n\n- Add light\n')
    const env = { ...minimalEnv, PATH: withoutProtections({ variables: ['GIT_NO_LAZY_FETCH'] }) }
    const { status } = tryProgram(process.execPath, [main, ...args], { cwd: trap.path, env })
    expect(status).not.toBeNull()
    expect(started(trap)).toEqual([])
  })
})
