import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../../../test/support/build-repository.ts'
import { type GitContext, readGit, runGit } from './git-process.ts'
import { spawnGit } from './start-git.ts'

/** A context whose `git` is a script. */
function withScript(lines: string[]): GitContext {
  const folder = makeFolder()
  writeFileSync(join(folder, 'git'), `#!/bin/sh\n${lines.join('\n')}\n`)
  chmodSync(join(folder, 'git'), 0o755)
  return {
    gitDir: join(folder, '.git'),
    workDir: folder,
    searchPath: folder,
    signal: new AbortController().signal,
    start: spawnGit,
  }
}

test('git receives every protection against the clone that it reads, and no other variable', async () => {
  const context = withScript([`for arg do echo "$arg"; done`, 'echo', '/usr/bin/env | /usr/bin/sort'])
  process.env.GIT_SSH_COMMAND = 'anything'
  const [args = '', variables = ''] = (await readGit(context, ['log', '-1'])).toString().split('\n\n')
  delete process.env.GIT_SSH_COMMAND
  expect(args.split('\n')).toEqual([
    '--no-pager',
    '--literal-pathspecs',
    `--git-dir=${context.gitDir}`,
    ...[
      'log.showSignature=false',
      'core.fsmonitor=false',
      'core.hooksPath=/dev/null',
      'diff.submodule=short',
      'core.quotePath=false',
      'log.showRoot=true',
      'protocol.allow=never',
    ].flatMap((setting) => ['-c', setting]),
    ...['log', '-1'],
  ])
  // The shell adds variables of its own.
  const own = variables
    .trim()
    .split('\n')
    .filter((line) => !/^(?:PWD|OLDPWD|SHLVL|_)=/.test(line))
  expect(own).toEqual([
    'GIT_ALLOW_PROTOCOL=none',
    'GIT_ATTR_NOSYSTEM=1',
    'GIT_CONFIG_GLOBAL=/dev/null',
    'GIT_CONFIG_NOSYSTEM=1',
    'GIT_GRAFT_FILE=/dev/null',
    'GIT_NO_LAZY_FETCH=1',
    'GIT_NO_REPLACE_OBJECTS=1',
    'GIT_OPTIONAL_LOCKS=0',
    'GIT_TERMINAL_PROMPT=0',
    'LC_ALL=C',
    `PATH=${context.searchPath}`,
  ])
})

test('git reads its input, and only the expected exit codes are no error', async () => {
  const echo = withScript(['/bin/cat', 'exit 1'])
  const chunks: Buffer[] = []
  for await (const chunk of runGit(echo, ['x'], 'some input', [0, 1])) chunks.push(chunk)
  expect(Buffer.concat(chunks).toString()).toBe('some input')
  await expect(readGit(echo, ['x'])).rejects.toMatchObject({
    code: 'host_unusable',
    message: expect.stringContaining('exit code 1'),
  })
})

test.each([
  ['promisor remote', 'history_incomplete'],
  ['lazy fetching disabled', 'history_incomplete'],
  ['/srv/secret is damaged', 'host_unusable'],
])('the error output %j is explained and not shown', async (line, code) => {
  const failing = readGit(withScript([`echo '${line}' >&2`, 'exit 128']), ['x'])
  await expect(failing).rejects.toMatchObject({ code, cause: `${line}\n` })
  await expect(failing).rejects.not.toMatchObject({ message: expect.stringContaining('/srv/secret') })
})

test('a git that was killed, is missing or prints too much is an error that says so', async () => {
  await expect(readGit(withScript(['kill -9 $$']), ['x'])).rejects.toThrow('killed by a signal')
  const missing = { ...withScript([]), searchPath: makeFolder() }
  await expect(readGit(missing, ['x'])).rejects.toThrow('git was not found on the PATH')
  await expect(readGit(withScript(['/usr/bin/head -c 10485761 /dev/zero']), ['x'])).rejects.toThrow('10 MiB')
})

test('an aborted call ends git and throws the reason', async () => {
  const stop = new AbortController()
  const context = { ...withScript(['exec /bin/sleep 30']), signal: stop.signal }
  const call = readGit(context, ['x'])
  stop.abort(new Error('enough'))
  await expect(call).rejects.toThrow('enough')
})
