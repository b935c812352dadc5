const textExtensions = ['.md', '.markdown', '.txt', '.rst', '.adoc']
// Git hooks, makefiles and scripts have no extension either, so such a name must say that it is a changelog.
const plainName = /^(?:change|history|news|release|relnotes|whats-?new)[\w-]{0,60}$/i

/** What a file may be: a changelog or a note, also JSON as `generate --json` writes it, or only the configuration. */
export type TextKind = 'text' | 'output' | 'config'

/** Describes why notes must not be written to a path; null if they may be. It looks only at the names in the path. */
export function findTextPathError(path: string, kind: TextKind = 'text'): string | null {
  const names = path.split(/[/\\]/)
  if (names[0] === '' || names.includes('..')) return 'it is not a path inside of the repository'
  const gitName = names.find(isGitFolderName)
  if (gitName !== undefined) return `"${gitName}" is a folder of git, where files can run as programs`
  const name = names.at(-1)!
  if (kind === 'config') return name === 'notewright.yml' ? null : 'a configuration is named notewright.yml'
  const extension = /(?<=.)\.[^.]*$/.exec(name)?.[0].toLowerCase() ?? ''
  const extensions = kind === 'output' ? [...textExtensions, '.json'] : textExtensions
  if (extensions.includes(extension) || plainName.test(name)) return null
  if (extension === '')
    return 'a file without an extension must be named like a changelog, such as CHANGELOG, HISTORY or NEWS'
  return `the extension "${extension.slice(0, 40)}" is not one of ${extensions.join(', ')}`
}

/**
 * Whether a file system could take a name for `.git`: macOS and Windows ignore case, HFS+ ignores invisible characters,
 * and NTFS ignores dots and spaces at the end, has the short name `GIT~1`, and opens streams after a colon.
 */
export function isGitFolderName(name: string): boolean {
  const visible = name.normalize('NFKC').replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu, '')
  return /^(?:\.git|git~\d+)[. ]*(?::.*)?$/i.test(visible)
}
