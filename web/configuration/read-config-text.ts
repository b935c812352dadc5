// Before anything that makes a schema.
import './zod-settings.ts'
import { configJsonSchema } from '../../src/config/repository/json-schema.ts'
import { parseYaml } from '../../src/config/repository/parse-yaml.ts'
import { type ConfigReading, readConfig } from '../../src/config/repository/read-config.ts'
import { resolvePackage } from '../../src/config/repository/resolve-package.ts'
import type { RepositoryConfig } from '../../src/core/repository-config.ts'

/** The JSON Schema of the configuration file. */
export const schema = configJsonSchema()

/** A configuration that was read, as requests send it. */
export interface ReadConfigText extends ConfigReading {
  /** What the file says, before shortcuts are expanded; null if it has an error. */
  value: Record<string, unknown> | null
}

/** Reads the text of a configuration file in the browser, with the code of the server. */
export async function readConfigText(text: string, path: string): Promise<ReadConfigText> {
  // What templates need is loaded only if there is one.
  const checkTemplate = /\btemplate\b/.test(text)
    ? (await import('../../src/render/template/check-template.ts')).checkTemplate
    : undefined
  const reading = readConfig(text, path, checkTemplate)
  const value = reading.config === null ? null : ((parseYaml(text).value ?? {}) as Record<string, unknown>)
  return { ...reading, value }
}

/** Returns the configuration of a package; that of the file if none is named, null if there is no such package. */
export function configOfPackage(config: RepositoryConfig, name: string | null): RepositoryConfig | null {
  return name === null ? config : (resolvePackage(config, name)?.config ?? null)
}

/**
 * Returns the line of a part of the file, such as `rules[2]`, counted from 1; null if there is no such part. The rules
 * of a package come before those of the file.
 */
export function findLine(text: string, part: string, packageName: string | null = null): number | null {
  const { places, lineAt, value } = parseYaml(text)
  const [, list = '', number = '0'] = /^(rules|categories)\[(\d{1,3})\]$/.exec(part) ?? []
  const packages =
    ((value ?? {}) as { packages?: { name?: unknown; [list: string]: unknown }[] }).packages ?? []
  const at = packageName === null ? -1 : packages.findIndex(({ name }) => name === packageName)
  const own = at === -1 ? null : packages[at]![list]
  const count = Array.isArray(own) ? own.length : 0
  const index = Number(number)
  const pointer =
    index < count
      ? `#/packages/${at}/${list}/${index}`
      : `#/${list}/${list === 'rules' ? index - count : index}`
  const place = places.get(pointer)
  return place ? lineAt(place.key ?? place.value).line : null
}
