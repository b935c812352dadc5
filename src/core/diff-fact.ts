/** What a fact is about. */
export const factKinds = [
  'flag',
  'option',
  'command',
  'environment',
  'export',
  'route',
  'metric',
  'minimum-version',
  'documentation',
] as const
export type FactKind = (typeof factKinds)[number]

/** What a change did to it. */
export const factActions = ['added', 'removed', 'renamed', 'changed', 'raised'] as const
export type FactAction = (typeof factActions)[number]

/** Something that the diff of a change shows, and that still holds at the end of the range. */
export interface DiffFact {
  kind: FactKind
  action: FactAction
  /** The name at the end of the range, or the one that is gone; for documentation the line that was added. */
  name: string
  /** The old name, the old signature or the old minimum version. */
  from?: string
  /** The new signature or the new minimum version. */
  to?: string
  path: string
}

/** The facts of the commits of a range, by SHA. */
export type FactsBySha = ReadonlyMap<string, DiffFact[]>
