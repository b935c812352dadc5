import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commands } from '../../src/cli/command-table.ts'
import { bashCompletion } from '../../src/cli/completion/bash.ts'
import { fishCompletion } from '../../src/cli/completion/fish.ts'
import { zshCompletion } from '../../src/cli/completion/zsh.ts'
import { buildRepository, git, makeFolder } from '../support/build-repository.ts'

const folder = makeFolder()
const clone = buildRepository([{ commit: 'Start', files: ['notes.md'] }, { tag: 'v1.0.0' }])
// A shell would run this name if a script did not quote it.
const hostile = 'v9-$(touch\u0024{IFS}hacked)`touch\u0024{IFS}hacked`'
git(clone, ['tag', hostile])
writeFileSync(join(clone, 'notes.md'), '')

/** Asks a shell for the completions of a line, as a person gets them with the tab key. */
type Complete = (line: string) => string[]

function script(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

function run(program: string, args: string[]): string {
  const env = { PATH: process.env.PATH ?? '', HOME: folder, TERM: 'dumb', LC_ALL: 'C.UTF-8' }
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: clone,
    env,
    encoding: 'utf8',
    input: '',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout
}

const nonEmpty = (text: string) => text.split('\n').filter((line) => line !== '')

const byBash: Complete = (line) => {
  const path = script('notewright.bash', bashCompletion(commands))
  // Bash splits words at = too.
  const words = line.split(/ |(=)/).filter((word) => word !== undefined)
  // Outside of an interactive completion there is no compopt.
  const asked = `compopt() { :; }; source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _notewright; printf '%s\\n' "\${COMPREPLY[@]}"`
  return nonEmpty(run('bash', ['--norc', '-c', asked, path, ...words]))
}

const byFish: Complete = (line) => {
  const path = script('notewright.fish', fishCompletion(commands))
  const output = run('fish', ['--no-config', '-c', 'source $argv[1]; complete -C $argv[2]', path, line])
  return nonEmpty(output).map((each) => each.split('\t')[0]!)
}

// The completion of zsh runs only in a terminal, so another zsh types into it. It reports what would be offered.
const zshDriver = `
zmodload zsh/zpty
zpty shell 'TERM=dumb zsh -f -i'
send() { zpty -w shell "$1" }
send "PROMPT= RPROMPT= ; unsetopt zle_bracketed_paste 2>/dev/null; autoload -Uz compinit; compinit -u -D; source $1"
send 'compadd() { local -a offered; builtin compadd -O offered "$@"; local each; for each in $offered; do print -r -- "offered<$each>"; done >> '$3'; builtin compadd "$@" }'
send "print -r -- ready >> $3"
repeat 400; do [[ -s $3 ]] && break; sleep 0.05; done
zpty -w -n shell "$2"$'\\t'
zpty -w -n shell $'\\x15'"print -r -- done >> $3"$'\\n'
repeat 400; do [[ "$(tail -n 1 $3)" == done ]] && break; sleep 0.05; done
zpty -d shell
cat $3
`

const byZsh: Complete = (line) => {
  const path = script('notewright.zsh', zshCompletion(commands))
  const report = script(`report-${Math.random()}`, '')
  const output = run('zsh', ['-f', '-c', zshDriver, 'driver', path, line, report])
  expect(output).toMatch(/^ready$[\s\S]*^done$/m)
  return [...new Set([...output.matchAll(/^offered<(.*)>$/gm)].map(([, word]) => word!))]
}

const shells: [name: string, complete: Complete][] = [
  ['bash', byBash],
  ['zsh', byZsh],
  ['fish', byFish],
]

for (const [shell, complete] of shells) {
  const isMissing = spawnSync(shell, ['-c', 'true']).error !== undefined
  describe.skipIf(isMissing)(`completion in ${shell}`, { timeout: 60_000 }, () => {
    test('of a command', () => {
      expect(complete('notewright gen')).toEqual(['generate'])
    })

    test('of a flag', () => {
      expect(complete('notewright generate --form')).toEqual(
        expect.arrayContaining([expect.stringMatching(/^--format=?$/)]),
      )
      expect(complete('notewright release --form')).toEqual([])
    })

    test('of the values of a flag, long and short', () => {
      expect(complete('notewright generate --format simp')).toEqual(['simple'])
      expect(complete('notewright generate -f simp')).toEqual(['simple'])
      expect(complete('notewright update --color al')).toEqual(['always'])
    })

    test('of refs, without running them', () => {
      expect(complete('notewright generate --from v1')).toEqual(['v1.0.0'])
      expect(complete('notewright generate --from v9')).toHaveLength(1)
      expect(existsSync(join(clone, 'hacked'))).toBe(false)
    })

    test('of a file', () => {
      expect(complete('notewright generate --output no')).toEqual(['notes.md'])
    })

    test('of an action, and of the commands that have a help', () => {
      expect(complete('notewright config sch')).toEqual(['schema'])
      expect(complete('notewright completion fi')).toEqual(['fish'])
      expect(complete('notewright help ser')).toEqual(['serve'])
    })
  })
}

test('--format=value is completed in bash too', () => {
  expect(byBash('notewright generate --format=simp')).toEqual(['simple'])
})
