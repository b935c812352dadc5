import { Problem } from '../errors.ts'
import type { GenerateRequest, Warning, WriterReport } from '../types.ts'

type Asked = Pick<GenerateRequest, 'writer' | 'model' | 'language' | 'instructions'>

/** Decides who words the entries, and says so when it is not who was asked. */
export function chooseWriter(
  asked: Asked,
  hasModelKey: boolean,
): { report: WriterReport; warnings: Warning[] } {
  if (asked.writer === 'model') {
    throw new Problem(
      'model_not_configured',
      'The writer "model" was demanded, and this service has no language-model gateway. Ask for writer "rules", or leave `writer` out.',
    )
  }
  const warnings: Warning[] = []
  if (hasModelKey && asked.writer === 'auto') {
    warnings.push({
      code: 'model-not-configured',
      detail:
        'A model key was sent, and this service has no language-model gateway: the rules wrote every entry and the key was not used.',
    })
  }
  if (asked.language.toLowerCase().split('-')[0] !== 'en') {
    warnings.push({
      code: 'language-needs-model',
      detail: `Only a language model can write in "${asked.language}": the entries keep the commits' own words.`,
    })
  }
  const unused = [
    asked.model === null ? null : '`model`',
    asked.instructions === null ? null : '`instructions`',
  ]
  const names = unused.filter((name) => name !== null)
  if (names.length > 0) {
    warnings.push({
      code: 'needs-model',
      detail: `${names.join(' and ')} had no effect: the rules wrote every entry.`,
    })
  }
  return { report: { engine: 'rules', model: null, usage: null, fallback: null }, warnings }
}
