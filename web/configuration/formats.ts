import { type Format, formats } from '../../src/core/format.ts'
import type { RepositoryConfig } from '../../src/core/repository-config.ts'
import type { HostKind } from '../../src/core/web-address.ts'
import { hostNames } from '../components/format.ts'

/** A format that the user can choose. */
export interface FormatChoice {
  name: string
  title: string
}

/** What decides which formats there are. */
export interface FormatContext {
  config: RepositoryConfig | null
  /** The kind of the host; null if it is not known. */
  hostKind: HostKind | null
}

/** Lists the formats that the user can choose: the built-in ones, and those of the configuration. */
export function listFormats({ config, hostKind }: FormatContext): FormatChoice[] {
  const configured = Object.keys(config?.formats ?? {})
  const used = config?.format === undefined ? configured : [...configured, config.format]
  // The configuration can adjust the release format of this host by its own name.
  const ownRelease = used.find((name) => name === `${hostKind}_release`)
  const builtIn = ['keepachangelog', ownRelease ?? 'hosting_release', 'simple']
  return [...new Set([...builtIn, ...used])].map((name) => ({ name, title: titleOf(name, hostKind) }))
}

/** Returns the name of the format that is used: the chosen one if it exists, else that of the configuration. */
export function resolveFormat(chosen: string | null, context: FormatContext): string {
  const names = listFormats(context).map(({ name }) => name)
  const isKnown = (name: string | null | undefined) =>
    name !== null && name !== undefined && names.includes(name)
  if (isKnown(chosen)) return chosen!
  // The release format of the host has two names.
  if (chosen?.endsWith('_release')) return names[1]!
  return isKnown(context.config?.format) ? context.config!.format! : 'keepachangelog'
}

/** Returns the built-in format behind a name, and the name if the configuration adds it. */
export function toFormat(
  name: string,
  config: RepositoryConfig | null,
): { format: Format; formatName?: string } {
  const builtIn = formats.find((each) => each === name)
  if (builtIn) return { format: builtIn }
  return { format: config?.formats?.[name]?.base ?? 'keepachangelog', formatName: name }
}

/** Returns the name of the file for notes in a format. */
export function fileNameOf(name: string, config: RepositoryConfig | null): string {
  const { format, formatName } = toFormat(name, config)
  if (formatName !== undefined) return `${formatName}.md`
  return format === 'keepachangelog' ? 'CHANGELOG.md' : format === 'simple' ? 'notes.md' : 'release.md'
}

function titleOf(name: string, hostKind: HostKind | null): string {
  if (name === 'keepachangelog') return 'Keep a Changelog'
  if (name === 'simple') return 'Plain list'
  if (name === 'hosting_release') return `${nameOfHost(hostKind)} release`
  const kind = (Object.keys(hostNames) as HostKind[]).find((each) => name === `${each}_release`)
  return kind === undefined ? name : `${nameOfHost(kind)} release`
}

function nameOfHost(kind: HostKind | null): string {
  return kind === null || kind === 'local' || kind === 'git' ? 'Host' : hostNames[kind]
}
