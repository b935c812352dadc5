import { Problem } from '../core/errors.ts'
import type { Gateway } from '../core/gateway.ts'
import type { GenerateRequest } from '../core/request.ts'
import { type Warning, warn } from '../core/warnings.ts'

type WriterOptions = Pick<GenerateRequest, 'writer' | 'model' | 'language' | 'instructions' | 'summary'>

/** The gateway of the model that writes, or null for the rules, and warnings about options without effect. */
export interface ChosenWriter {
  gateway: Gateway | null
  warnings: Warning[]
}

/** Chooses between the model and the rules, and warns about options that have no effect with the rules. */
export function chooseWriter(options: WriterOptions, available: Gateway | null): ChosenWriter {
  const gateway = options.writer === 'rules' ? null : available
  if (gateway) return { gateway, warnings: [] }
  if (options.writer === 'model') {
    throw new Problem(
      'model_not_configured',
      'The writer "model" needs a key for a language-model gateway. Send one as X-API-Key (NOTEWRIGHT_API_KEY on the command line), or remove `writer`.',
    )
  }
  const { language } = options
  const rulesRequested = options.writer === 'rules'
  const warnings: Warning[] = []
  if (language.toLowerCase().split('-')[0] !== 'en')
    warnings.push(warn('language-needs-model', { language, rulesRequested }))
  const fields = [
    options.model === null ? null : 'model',
    options.instructions === null ? null : 'instructions',
    options.summary ? 'summary' : null,
  ].filter((field) => field !== null)
  if (fields.length > 0) warnings.push(warn('needs-model', { fields, rulesRequested }))
  return { gateway: null, warnings }
}
