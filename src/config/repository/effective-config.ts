import { defaultOther, type RepositoryConfig } from '../../core/repository-config.ts'
import { defaultVersioning } from '../../core/versioning.ts'

/** The values that are used where a file says nothing; what depends on the format or is learned is not here. */
const defaults = {
  format: 'keepachangelog',
  learn: true,
  guidance: { language: 'en', audience: 'users', summary: false },
  tags: { prereleases: 'collect' },
  other: defaultOther,
  entries: { order: 'importance', authors: 'mentions', breaking: '**Breaking:**' },
  versioning: defaultVersioning,
} satisfies RepositoryConfig

/** A configuration with the defaults filled in, and where each value comes from. */
export interface EffectiveConfig {
  config: RepositoryConfig
  /** By key or by `key.inner`: the path of the file, or `default`. */
  origins: Map<string, string>
}

/** Fills in the defaults of a configuration. */
export function effectiveConfig(given: RepositoryConfig, path: string): EffectiveConfig {
  const origins = new Map<string, string>()
  const config: Record<string, unknown> = {}
  const own = given as Record<string, unknown>
  const usual = defaults as Record<string, unknown>
  const filled = Object.entries(defaults).filter(([key]) => own[key] === undefined || isObject(own[key]))
  for (const key of new Set([...Object.keys(own), ...filled.map(([key]) => key)])) {
    const [value, standard] = [own[key], usual[key]]
    if (value === undefined && !isObject(standard)) {
      config[key] = standard
      origins.set(key, 'default')
    } else if (!isObject(value ?? standard)) {
      config[key] = value
      origins.set(key, path)
    } else {
      const [mine, theirs] = [asObject(value), asObject(standard)]
      const inner: Record<string, unknown> = {}
      for (const name of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
        const isOwn = mine[name] !== undefined
        inner[name] =
          isOwn && isObject(theirs[name])
            ? { ...theirs[name], ...asObject(mine[name]) }
            : (mine[name] ?? theirs[name])
        origins.set(`${key}.${name}`, isOwn ? path : 'default')
      }
      config[key] = inner
    }
  }
  return { config: config as RepositoryConfig, origins }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function asObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {}
}
