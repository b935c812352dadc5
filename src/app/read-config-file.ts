import type { Access, Host } from '../core/host.ts'
import { resolveRange } from '../history/resolve-range.ts'

/** The configuration file of a repository at a commit. */
export interface ConfigFileAnswer {
  /** Null if the repository has none. */
  file: { path: string; text: string } | null
  /** Where it was read. */
  sha: string
}

/** Reads the configuration file that the notes of a ref follow, as it is, also if it has errors. */
export async function readConfigFile(host: Host, access: Access, toRef: string): Promise<ConfigFileAnswer> {
  const repository = await host.open(access)
  const { range } = await resolveRange(repository, { fromRef: null, toRef, version: null, date: null })
  const [file] = (await repository.details([], range.toSha)).configFiles
  return { file: file ? { path: file.path, text: file.text } : null, sha: range.toSha }
}
