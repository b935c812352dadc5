import { agentSteps, bullets, formatGuides, numbered, writingRules } from '../api/writing-guide.ts'
import { problems } from '../core/errors.ts'
import { describeRemoteTools } from '../mcp/describe-tools.ts'
import { describeType, type Operation, type ReferenceDocument, type Schema } from './reference-document.ts'

/** `/llms.txt`: describes the service and links to the references. */
export function llmsText(document: ReferenceDocument): string {
  return [
    ...head(document),
    '## References',
    bullets([
      '[Full reference as text](/llms-full.txt): every tool, endpoint, field, format and error',
      '[OpenAPI 3.1](/api/v1/openapi.json): the machine-readable API description',
      '[API reference](/docs): the same as a web page',
    ]),
    '## Tools (Model Context Protocol, `POST /mcp`)',
    bullets(describeRemoteTools().map(({ name, description }) => `\`${name}\`: ${description}`)),
    '## Endpoints',
    bullets(listOperations(document).map(({ name, operation }) => `\`${name}\`: ${operation.summary ?? ''}`)),
    '',
  ].join('\n\n')
}

/** `/llms-full.txt`: the full reference in one text, from the same OpenAPI document as `/docs`. */
export function llmsFullText(document: ReferenceDocument): string {
  return [
    ...head(document),
    '## Formats',
    ...formatGuides.flatMap(({ format, title, rules }) => [`### ${title} (\`${format}\`)`, bullets(rules)]),
    '## Tools (Model Context Protocol, `POST /mcp`)',
    "Streamable HTTP without sessions. Send the host's token as `X-Host-Token`. An invalid call returns a tool error that lists every fault.",
    ...describeRemoteTools().flatMap(({ name, description, input, output }) => [
      `### \`${name}\``,
      description,
      'Arguments:',
      fieldList(input as Schema),
      'Result:',
      fieldList(output as Schema),
    ]),
    '## Endpoints',
    ...listOperations(document).flatMap(formatOperation),
    '## Errors',
    'Every error response is `application/problem+json` (RFC 9457). Its `detail` says what failed, which value was seen and how to fix it.',
    bullets(Object.entries(problems).map(([code, { status, title }]) => `\`${code}\` (${status}): ${title}`)),
    '',
  ].join('\n\n')
}

function head({ info }: ReferenceDocument): string[] {
  return [
    `# ${info.title} ${info.version}`,
    `> ${info.description ?? ''}`,
    'How an agent writes the notes itself, without a key for a language model:',
    numbered(agentSteps),
    '## How to write an entry',
    bullets(writingRules),
  ]
}

interface NamedOperation {
  name: string
  operation: Operation
}

function listOperations({ paths }: ReferenceDocument): NamedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  )
}

function formatOperation({ name, operation }: NamedOperation): string[] {
  const { summary, description, security, requestBody, responses = {} } = operation
  const body = Object.values(requestBody?.content ?? {})[0]?.schema
  const authorization = security ? ' Requires `Authorization: Bearer <token>`.' : ''
  const responseFields = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.entries(content)
      // Errors are the same everywhere and have their own section.
      .filter(([, { schema }]) => schema.properties && status !== 'default')
      .flatMap(([type, { schema }]) => [`Response ${status}, \`${type}\`:`, fieldList(schema)]),
  )
  return [
    `### \`${name}\``,
    `${summary ?? ''}.${authorization}${description === undefined ? '' : ` ${description}`}`,
    ...(body?.properties ? ['Body:', fieldList(body)] : []),
    ...responseFields,
  ]
}

function fieldList({ properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(([name, field]) => {
    const defaultValue = field.default === undefined ? '' : `, default \`${JSON.stringify(field.default)}\``
    const requirement = required.includes(name) && field.default === undefined ? ', required' : ''
    const meaning = field.description === undefined ? '' : `: ${field.description}`
    return `\`${name}\` (${describeType(field)}${defaultValue}${requirement})${meaning}`
  })
  return bullets(fields)
}
