import { LiquidError, type Template, TokenKind, Value } from 'liquidjs'
import { suggestName } from '../../text/suggest-name.ts'
import { type Shape, templateShape } from './template-data.ts'
import { createTemplateEngine } from './template-engine.ts'

/** An error in a template; line and column start at 1, within the template. */
export interface TemplateError {
  line: number
  column: number
  detail: string
}

/** Finds the errors of a template: its syntax, and names, tags and filters that do not exist. */
export function checkTemplate(template: string): TemplateError[] {
  try {
    const parsed = createTemplateEngine(String).parse(template)
    const check = new NameCheck()
    check.visit(parsed, new Map(Object.entries(templateShape)))
    return check.errors
  } catch (error) {
    if (!LiquidError.is(error)) throw error
    const [line = 1, column = 1] = error.token.getPosition()
    return [{ line, column, detail: describeSyntaxError(error) }]
  }
}

function describeSyntaxError({ message }: LiquidError): string {
  const plain = message.replace(/, line:\d+.*$/s, '')
  const tag = /^tag "(.*)" not found$/.exec(plain)?.[1]
  if (tag !== undefined) return `the tag "${tag}" is not available in templates`
  const filter = /^undefined filter: (.*)$/.exec(plain)?.[1]
  if (filter !== undefined) return `the filter "${filter}" is not available in templates`
  if (plain.startsWith('parse length limit')) return 'is longer than 16,384 characters'
  return `is not a valid template: ${plain}`
}

type Scope = Map<string, Shape>

/** The parts of a parsed token that the check reads. */
interface AnyToken {
  kind: TokenKind
  getPosition: () => number[]
  getText: () => string
  variable?: AnyToken
  props?: AnyToken[]
  content?: string
  initial?: { postfix: AnyToken[] }
  filters?: { args: (AnyToken | [string, AnyToken])[] }[]
}

/** Checks that a template uses only names that exist. */
class NameCheck {
  readonly errors: TemplateError[] = []

  visit(templates: Template[], scope: Scope): void {
    for (const template of templates) {
      const shapes = [...(template.arguments?.() ?? [])].map((argument) =>
        argument instanceof Value ? this.#checkValue(argument, scope) : this.#checkToken(argument, scope),
      )
      for (const name of template.localScope?.() ?? []) scope.set(contentOf(name), shapes[0] ?? 'any')
      const children = template.children?.(false, true).next().value as Template[] | undefined
      if (!children) continue
      const names = [...(template.blockScope?.() ?? [])]
      const inner: Scope = new Map(scope)
      const [first] = shapes
      for (const name of names)
        inner.set(
          name,
          name === names[0] && typeof first === 'object' && 'list' in first ? first.list : 'any',
        )
      this.visit(children, names.length === 0 ? scope : inner)
    }
  }

  #checkValue(value: Value, scope: Scope): Shape {
    const { initial, filters = [] } = value as unknown as AnyToken
    const shapes = initial!.postfix.map((token) => this.#checkToken(token, scope))
    for (const { args } of filters)
      for (const arg of args) this.#checkToken(Array.isArray(arg) ? arg[1] : arg, scope)
    return filters.length === 0 && shapes.length === 1 ? shapes[0]! : 'any'
  }

  #checkToken(given: unknown, scope: Scope): Shape {
    const token = given as AnyToken
    if (token?.kind === TokenKind.Range) {
      this.#report(token, 'ranges such as (1..9) are not available in templates')
      return 'any'
    }
    if (token?.initial) return this.#checkValue(given as Value, scope)
    if (token?.kind !== TokenKind.PropertyAccess) return 'any'
    const [root, ...props] = token.props ?? []
    if (token.variable || !root) return 'any'
    for (const prop of token.props!) if (prop.kind === TokenKind.PropertyAccess) this.#checkToken(prop, scope)
    const name = contentOf(root)
    const shape = scope.get(name)
    if (shape === undefined) {
      this.#report(token, unknownName(name, [...scope.keys()]))
      return 'any'
    }
    return this.#followPath(token, shape, props)
  }

  #followPath(token: AnyToken, start: Shape, props: AnyToken[]): Shape {
    let shape = start
    for (const prop of props) {
      if (shape === 'any') return shape
      const name = contentOf(prop)
      if (typeof shape === 'object' && 'fields' in shape) {
        const next: Shape | undefined = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined
        if (next === undefined) {
          this.#report(token, unknownName(name, Object.keys(shape.fields)))
          return 'any'
        }
        shape = next
      } else if (typeof shape === 'object' && (/^-?\d+$/.test(name) || name === 'first' || name === 'last')) {
        shape = shape.list
      } else if (name === 'size') {
        shape = 'plain'
      } else if (prop.kind === TokenKind.PropertyAccess) {
        shape = typeof shape === 'object' ? shape.list : 'any'
      } else {
        this.#report(
          token,
          unknownName(name, typeof shape === 'object' ? ['first', 'last', 'size'] : ['size']),
        )
        return 'any'
      }
    }
    return shape
  }

  #report(token: AnyToken, detail: string): void {
    const [line = 1, column = 1] = token.getPosition()
    this.errors.push({ line, column, detail })
  }
}

function contentOf(token: unknown): string {
  const { content, getText } = token as AnyToken
  return content === undefined ? getText.call(token) : String(content)
}

function unknownName(name: string, known: string[]): string {
  const suggestion = suggestName(name, known)
  return `"${name}" is not known${suggestion === null ? '' : `; did you mean "${suggestion}"?`}`
}
