import type { Warning, WarningCode } from '../../src/core/warnings.ts'
import { warningStrings as strings } from '../strings/warnings.ts'

/** A warning in the words of the editor: what is the case, and what it means if that is not obvious. */
interface DescribedWarning {
  title: string
  text: string | null
}

/** Words a warning about a range with its values; null if it is shown in the words of the server. */
export function describeWarning({ code, values }: Warning): DescribedWarning | null {
  const text = (name: string) => String(values?.[name] ?? '')
  const number = (name: string) => Number(values?.[name] ?? 0)
  const words: Partial<Record<WarningCode, () => [title: string, text?: string]>> = {
    reversed: () => [strings.reversed(text('fromRef'), text('toRef'))],
    diverged: () => [
      strings.diverged(text('fromRef'), text('toRef')),
      strings.divergedHint(text('fromRef'), number('alreadyReleased')),
    ],
    'release-between': () => [strings.between(number('releases'), text('newest'))],
    'wide-range': () => [strings.wide(text('fromRef'), number('commits'))],
    'short-history': () => [strings.short],
    'shallow-clone': () => [strings.shallow, strings.shallowHint],
    'ambiguous-ref': () => [strings.ambiguous(text('ref'))],
    'moving-tag': () => [strings.moving(text('ref'))],
    'secrets-redacted': () => [strings.secrets(number('secrets')), strings.secretsHint(number('secrets'))],
  }
  // A draft that was saved by an older version has warnings without values.
  const describe = code === 'shallow-clone' || values ? words[code] : undefined
  if (!describe) return null
  const [title, hint = null] = describe()
  return { title, text: hint }
}
