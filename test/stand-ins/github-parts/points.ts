import { type DocumentNode, type FieldNode, Kind, type SelectionSetNode } from 'graphql'

/** What GitHub would charge for a query: a hundredth of the requests its connections may take, at least one. */
export function pointsOf(document: DocumentNode, variables: Record<string, unknown>): number {
  return Math.max(1, Math.round(sizeOfQuery(document, variables).requests / 100))
}

/** How many requests the connections of a query may take, and how many nodes it may return. */
export function sizeOfQuery(
  document: DocumentNode,
  variables: Record<string, unknown>,
): { requests: number; nodes: number } {
  let nodes = 0
  const fragments = new Map(
    document.definitions
      .filter((each) => each.kind === Kind.FRAGMENT_DEFINITION)
      .map((each) => [each.name.value, each]),
  )
  const count = (set: SelectionSetNode | undefined, times: number): number =>
    (set?.selections ?? []).reduce((sum, each) => {
      if (each.kind === Kind.INLINE_FRAGMENT) return sum + count(each.selectionSet, times)
      if (each.kind === Kind.FRAGMENT_SPREAD)
        return sum + count(fragments.get(each.name.value)?.selectionSet, times)
      const first = sizeOf(each, variables)
      nodes += times * (first ?? 0)
      return sum + (first === null ? 0 : times) + count(each.selectionSet, times * (first ?? 1))
    }, 0)
  const operation = document.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION)
  const requests = count(operation?.selectionSet, 1)
  return { requests, nodes }
}

function sizeOf(field: FieldNode, variables: Record<string, unknown>): number | null {
  const value = field.arguments?.find((each) => each.name.value === 'first')?.value
  if (value?.kind === Kind.INT) return Number(value.value)
  return value?.kind === Kind.VARIABLE ? Number(variables[value.name.value]) : null
}
