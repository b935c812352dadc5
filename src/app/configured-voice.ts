import type { Voice } from '../core/house-style.ts'
import type { RepositoryConfig } from '../core/repository-config.ts'
import { printsOwnScopes } from '../render/layout.ts'

const noVoice: Voice = { tense: null, fullStop: null, scope: null, capitalAfterScope: null }

/** Returns the voice that entries are written in: that of the configuration, else the learned one. */
export function configuredVoice(config: RepositoryConfig, learned: Voice | null): Voice | null {
  const { tense, fullStop } = config.entries ?? {}
  const ownScopes = printsOwnScopes(config)
  if (tense === undefined && fullStop === undefined && !ownScopes) return learned
  const voice = learned ?? noVoice
  return {
    ...voice,
    ...(tense === undefined ? {} : { tense: tense === 'author' ? null : tense }),
    ...(fullStop === undefined ? {} : { fullStop }),
    // The text begins with its scope, so that the layout finds it and prints it elsewhere.
    ...(ownScopes ? { scope: null, capitalAfterScope: null } : {}),
  }
}
