import type { Change, GenerateRequest, WriterReport } from '../types.ts'
import { writeByRules } from './by-rules.ts'
import type { WriteWorld, Written } from './written.ts'

/** Words the changes: by the language model where there is one, else by the rules. */
export async function write(
  changes: Change[],
  request: GenerateRequest,
  world: WriteWorld,
): Promise<Written> {
  if (world.gateway && changes.length > 0) {
    // Loaded only where it is needed: most of the time the rules write.
    const { writeByModel } = await import('./by-model.ts')
    return writeByModel(changes, request, world)
  }
  const report: WriterReport = { engine: 'rules', model: null, usage: null, fallback: null }
  return { drafts: writeByRules(changes), summary: null, report, warnings: [] }
}
