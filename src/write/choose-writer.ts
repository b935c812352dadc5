import { Problem } from '../core/errors.ts'
import type { Gateway } from '../core/gateway.ts'
import type { GenerateRequest } from '../core/request.ts'
import { type Warning, warn } from '../core/warnings.ts'

type Asked = Pick<GenerateRequest, 'writer' | 'model' | 'language' | 'instructions' | 'summary'>

/** The language model that writes, or null for the rules, and the options that have no effect with it. */
export interface ChosenWriter {
  gateway: Gateway | null
  warnings: Warning[]
}

/** Decides who words the entries, and says what has no effect when it is the rules. */
export function chooseWriter(asked: Asked, offered: Gateway | null): ChosenWriter {
  const gateway = asked.writer === 'rules' ? null : offered
  if (gateway) return { gateway, warnings: [] }
  if (asked.writer === 'model') {
    throw new Problem(
      'model_not_configured',
      'The writer "model" was demanded, and there is no key for a language-model gateway. Send yours as X-API-Key (NOTEWRIGHT_API_KEY on the command line), or leave `writer` out.',
    )
  }
  const { language } = asked
  const rulesRequested = asked.writer === 'rules'
  const warnings: Warning[] = []
  if (language.toLowerCase().split('-')[0] !== 'en')
    warnings.push(warn('language-needs-model', { language, rulesRequested }))
  const fields = [
    asked.model === null ? null : 'model',
    asked.instructions === null ? null : 'instructions',
    asked.summary ? 'summary' : null,
  ].filter((field) => field !== null)
  if (fields.length > 0) warnings.push(warn('needs-model', { fields, rulesRequested }))
  return { gateway: null, warnings }
}
