import type { Warning } from '../../src/core/warnings.ts'
import { describeWarning } from '../range/describe-warning.ts'
import { draftWarningStrings as strings } from '../strings/draft-warnings.ts'

/** Words a warning about a draft in one or two sentences, or keeps the words of the server. */
export function wordWarning(warning: Warning, host: string): string {
  const { code, values, detail } = warning
  const number = (name: string) => Number(values?.[name] ?? 0)
  const failure = typeof values?.failure === 'string' ? values.failure : null
  // A draft that was saved by an older version has warnings without values.
  if (values && code === 'model-fallback') return strings.fallback(number('entries'), failure)
  if (values && code === 'evidence-cut') return strings.evidenceCut(number('changes'))
  if (values && code === 'message-cut') return strings.messageCut(number('messages'))
  if (values && code === 'text-cut') return strings.textCut(host, number('cut'))
  const described = describeWarning(warning)
  if (!described) return detail
  const { title, text } = described
  const sentence = /[.!?]$/.test(title) ? title : `${title}.`
  return text === null ? sentence : `${sentence} ${text}`
}
