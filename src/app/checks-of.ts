import type { Change } from '../core/change.ts'
import type { Entry } from '../core/entry.ts'
import type { GenerateRequest } from '../core/request.ts'
import type { Checks } from '../write/written.ts'

type Asked = Pick<GenerateRequest, 'language' | 'instructions'>

/** The checks of a model's wordings, and who hears of each entry; loaded only where a model writes. */
export function checksOf(
  changes: Change[],
  asked: Asked,
  tell: (entry: Entry) => void,
): (given: string[]) => Promise<Checks> {
  return async (given) => {
    const { openChecks } = await import('../verify/open-checks.ts')
    const checks = openChecks(changes, asked, given)
    return { ...checks, onDraft: checks.onEntry(tell) }
  }
}
