import type { OmissionReason } from '../../src/core/change.ts'

/** Why commits are excluded, as short labels. */
export const reasonNames: Record<OmissionReason, string> = {
  merge: 'Merge',
  reverted: 'Reverted',
  duplicate: 'Duplicate',
  release: 'Release',
  dependency: 'Dependency',
  bot: 'Bot',
  internal: 'Internal',
  docs: 'Docs',
  test: 'Tests',
  'outside-paths': 'Other paths',
  'not-notable': 'Minor',
  excluded: 'Project rules',
}
