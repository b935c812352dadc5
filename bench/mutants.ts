import { parseAst } from 'vite'

/** A small change to a program that its tests should notice. */
export interface Mutant {
  start: number
  end: number
  text: string
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const otherOperator: Record<string, string> = {
  ...{ '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===' },
  ...{ '+': '-', '-': '+', '*': '/', '/': '*', '&&': '||', '||': '&&', '??': '&&' },
  ...{ '+=': '-=', '-=': '+=' },
}

/** Every mutant of a source: a changed operator, condition, number, text or flag, or a removed statement. */
export function mutantsOf(source: string): Mutant[] {
  const found: Mutant[] = []
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node, source, found)
  return found
}

/** Every mutant that removes one element of a list or one property of an object: a kind of secret, a variable. */
export function removalsOf(source: string): Mutant[] {
  const found: Mutant[] = []
  findRemovals(parseAst(source, { lang: 'ts' }) as unknown as Node, source, found)
  return found
}

function findRemovals(node: Node, source: string, found: Mutant[]): void {
  const listed =
    (node.type === 'ArrayExpression' && node.elements) ||
    (node.type === 'ObjectExpression' && node.properties)
  for (const each of (listed || []) as Node[]) {
    // The comma after it goes too, so that a list has no hole.
    const comma = /^\s*,/.exec(source.slice(each.end))?.[0] ?? ''
    found.push({ start: each.start, end: each.end + comma.length, text: '' })
  }
  for (const child of childrenOf(node)) findRemovals(child, source, found)
}

/** The source with one mutant in it. */
export function withMutant(source: string, { start, end, text }: Mutant): string {
  return source.slice(0, start) + text + source.slice(end)
}

function visit(node: Node, source: string, found: Mutant[]): void {
  // Types are gone when the program runs, and imports cannot be run differently.
  if (node.type.startsWith('TS') && node.type !== 'TSNonNullExpression' && node.type !== 'TSAsExpression')
    return
  if (node.type === 'ImportDeclaration') return
  found.push(...mutantsAt(node, source))
  for (const child of childrenOf(node)) visit(child, source, found)
}

function childrenOf(node: Node): Node[] {
  return Object.entries(node)
    .filter(([key]) => key !== 'typeAnnotation' && key !== 'returnType' && key !== 'typeParameters')
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

function mutantsAt(node: Node, source: string): Mutant[] {
  const whole = (text: string): Mutant => ({ start: node.start, end: node.end, text })
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
      return operatorMutants(node, source)
    case 'ConditionalExpression':
    case 'IfStatement': {
      const { start, end } = node.test as Node
      return ['true', 'false'].map((text) => ({ start, end, text }))
    }
    case 'UnaryExpression':
      return node.operator === '!' ? [whole(source.slice((node.argument as Node).start, node.end))] : []
    case 'Literal':
      return literalMutants(node, whole)
    case 'ExpressionStatement': {
      const expression = node.expression as Node
      return expression.type === 'CallExpression' ? [whole('{}')] : []
    }
    default:
      return []
  }
}

function operatorMutants(node: Node, source: string): Mutant[] {
  const other = otherOperator[String(node.operator)]
  const [left, right] = [node.left as Node, node.right as Node]
  const start = source.indexOf(String(node.operator), left.end)
  if (other === undefined || start < 0 || start >= right.start) return []
  return [{ start, end: start + String(node.operator).length, text: other }]
}

function literalMutants({ value, regex }: Node, whole: (text: string) => Mutant): Mutant[] {
  if (regex) return []
  if (typeof value === 'boolean') return [whole(String(!value))]
  if (typeof value === 'number') return [whole(String(value + 1))]
  if (typeof value === 'string') return [whole(value === '' ? "'mutant'" : "''")]
  return []
}
