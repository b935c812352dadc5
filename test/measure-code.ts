import { type ESTree, parseSync } from 'rolldown/utils'

/** A function of ours, and how much of it there is. */
export interface MeasuredFunction {
  name: string
  lines: number
  parameters: number
}

interface AnyNode {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** Every function of a TypeScript file, methods and those within others included. */
export function measureFunctions(path: string, text: string): MeasuredFunction[] {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]!.message}`)
  const found: MeasuredFunction[] = []
  visit(program, null)
  return found

  function visit(node: unknown, name: string | null): void {
    if (Array.isArray(node)) {
      for (const each of node) visit(each, null)
      return
    }
    if (!isNode(node)) return
    const own = nameOf(node) ?? name
    if (functionTypes.has(node.type)) {
      const { params } = node as unknown as ESTree.Function
      const lines = text.slice(node.start, node.end).split('\n').length
      found.push({
        name: own ?? `a function in line ${lineOf(node.start)}`,
        lines,
        parameters: params.length,
      })
    }
    for (const [key, value] of Object.entries(node)) if (key !== 'params') visit(value, own)
    if ('params' in node) visit(node.params, null)
  }

  function lineOf(offset: number): number {
    return text.slice(0, offset).split('\n').length
  }
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** The name that a function declared, set or held by this node goes by. */
function nameOf(node: AnyNode): string | null {
  const named = node.id ?? node.key
  return isNode(named) && typeof named.name === 'string' ? named.name : null
}
