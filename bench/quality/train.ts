import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readCorpus } from './corpus.ts'
import { examplesOf } from './examples.ts'
import { trainModel } from './trainer.ts'

/**
 * Learns the numbers of src/curate/learned/weights.ts from a corpus, always the same ones.
 * Usage: node bench/quality/train.ts --corpus DIR
 */
const { values } = parseArgs({ options: { corpus: { type: 'string' } } })
if (values.corpus === undefined) throw new Error('Name the folder of the corpus: --corpus DIR')
const written = trainModel(readCorpus(values.corpus).map((repository) => examplesOf(repository)))
const file = join(import.meta.dirname, '../../src/curate/learned/weights.ts')
const text = `/** Made by bench/quality/train.ts: what traits of changes say, learned from many projects; do not edit. */
export const weights = ${JSON.stringify(written, null, 2)}
`
writeFileSync(file, text)
console.log(`${file}: ${text.length} bytes`)
