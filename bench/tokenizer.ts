import { createRequire } from 'node:module'
import { join } from 'node:path'
import { installBeside } from './install-beside.ts'

/** Counts tokens as a widespread model does; if its tokenizer cannot be installed, by the length of the text. */
export function openTokenizer(): (text: string) => number {
  const folder = installBeside({ 'gpt-tokenizer': '4.0.0' })
  if (folder === null) return (text) => Math.ceil(text.length / 4)
  const { countTokens } = createRequire(join(folder, 'package.json'))('gpt-tokenizer/encoding/o200k_base')
  return countTokens
}
