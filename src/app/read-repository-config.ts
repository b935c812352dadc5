import type { ConfigReading } from '../config/repository/read-config.ts'

/** Reads a configuration file, its templates included; what they need is loaded only if there is one. */
export async function readRepositoryConfig(text: string, path: string): Promise<ConfigReading> {
  const { readConfig } = await import('../config/repository/read-config.ts')
  if (!/\btemplate\b/.test(text)) return readConfig(text, path)
  const { checkTemplate } = await import('../render/template/check-template.ts')
  return readConfig(text, path, checkTemplate)
}
