import { parse } from 'smol-toml'
import { asRecord } from './loose-values.ts'

const maxCharacters = 500_000

/** Parses a TOML file; null if it is invalid. */
export function readToml(text: string): Record<string, unknown> | null {
  if (text.length > maxCharacters) return null
  try {
    return asRecord(parse(text, { integersAsBigInt: true }))
  } catch {
    // The caller reports which file is invalid.
    return null
  }
}
