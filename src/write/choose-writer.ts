import { Problem } from '../core/errors.ts'
import type { Gateway } from '../core/gateway.ts'
import type { GenerateRequest } from '../core/request.ts'
import type { Warning } from '../core/warnings.ts'

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
  const warnings: Warning[] = []
  const whatToDo =
    asked.writer === 'rules'
      ? 'Leave `writer` out to have a model write.'
      : 'Send a model key as X-API-Key (NOTEWRIGHT_API_KEY on the command line) to have a model write.'
  if (asked.language.toLowerCase().split('-')[0] !== 'en') {
    warnings.push({
      code: 'language-needs-model',
      detail: `Only a language model can write in "${asked.language}": the entries keep the commits' own words. ${whatToDo}`,
    })
  }
  const unused = [
    asked.model === null ? null : '`model`',
    asked.instructions === null ? null : '`instructions`',
    asked.summary ? '`summary`' : null,
  ]
  const names = unused.filter((name) => name !== null)
  if (names.length > 0) {
    warnings.push({
      code: 'needs-model',
      detail: `${names.join(' and ')} had no effect: the rules wrote every entry. ${whatToDo}`,
    })
  }
  return { gateway: null, warnings }
}
