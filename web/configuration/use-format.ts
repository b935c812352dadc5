import type { RepositoryConfig } from '../../src/core/repository-config.ts'
import type { HostKind } from '../../src/core/web-address.ts'
import { configOf } from '../editor-model/evidence.ts'
import type { AppState } from '../state/app-state.ts'
import { useAppState } from '../state/store.ts'
import { resolveFormat } from './formats.ts'

/** Returns the configuration of the loaded range; null if there is none. */
export function currentConfig({ range }: Pick<AppState, 'range'>): RepositoryConfig | null {
  return range.status === 'loaded' ? configOf(range.index) : null
}

/** Returns the kind of the current host; null if it is not known. */
export function currentHostKind({ hosts, session, range }: AppState): HostKind | null {
  const web = range.status === 'loaded' ? range.index.answer.layout.web : null
  return web?.kind ?? hosts.find(({ name }) => name === session?.host)?.kind ?? null
}

/** Returns the name of the format that the notes are shown in. */
export function currentFormat(state: AppState): string {
  return resolveFormat(state.options.format, {
    config: currentConfig(state),
    hostKind: currentHostKind(state),
  })
}

/** The name of the format that the notes are shown in; the component renders again when it changes. */
export function useFormat(): string {
  return useAppState(currentFormat)
}
