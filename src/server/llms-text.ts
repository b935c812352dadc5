import { agentSteps, bullets, formatGuides, numbered, writingRules } from '../api/writing-guide.ts'
import { problems } from '../core/errors.ts'
import { describeTools } from '../mcp/describe-tools.ts'
import { type Operation, type ReferenceDocument, type Schema, typeOf } from './reference-document.ts'

/** `/llms.txt`: what the service is and where an agent reads on. */
export function llmsText(document: ReferenceDocument): string {
  return [
    ...head(document),
    '## Read on',
    bullets([
      '[The whole reference as text](/llms-full.txt): every tool, address, field, format and problem',
      '[OpenAPI 3.1](/api/v1/openapi.json): the same for programs',
      '[Reference page](/docs): the same for people',
    ]),
    '## Tools (Model Context Protocol, `POST /mcp`)',
    bullets(describeTools(false).map(({ name, description }) => `\`${name}\`: ${description}`)),
    '## Addresses',
    bullets(operationsOf(document).map(({ name, operation }) => `\`${name}\`: ${operation.summary ?? ''}`)),
    '',
  ].join('\n\n')
}

/** `/llms-full.txt`: the whole reference in one text, made from the same document as the page for people. */
export function llmsFullText(document: ReferenceDocument): string {
  return [
    ...head(document),
    '## Formats',
    ...formatGuides.flatMap(({ format, title, rules }) => [`### ${title} (\`${format}\`)`, bullets(rules)]),
    '## Tools (Model Context Protocol, `POST /mcp`)',
    "Streamable HTTP without sessions. Send the host's token as `X-Host-Token`. A mistake is answered as a tool error that lists every fault.",
    ...describeTools(false).flatMap(({ name, description, input, output }) => [
      `### \`${name}\``,
      description,
      'Arguments:',
      fieldList(input as Schema),
      'Answer:',
      fieldList(output as Schema),
    ]),
    '## Addresses',
    ...operationsOf(document).flatMap(showOperation),
    '## Problems',
    'Every answer that is not a success is `application/problem+json`. Its `detail` says what happened, what was seen and what to do.',
    bullets(Object.entries(problems).map(([code, { status, title }]) => `\`${code}\` (${status}): ${title}`)),
    '',
  ].join('\n\n')
}

function head({ info }: ReferenceDocument): string[] {
  return [
    `# ${info.title} ${info.version}`,
    `> ${info.description ?? ''}`,
    'The way of an agent that writes the notes itself; no key for a language model is needed:',
    numbered(agentSteps),
    '## How to write an entry',
    bullets(writingRules),
  ]
}

interface Named {
  name: string
  operation: Operation
}

function operationsOf({ paths }: ReferenceDocument): Named[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  )
}

function showOperation({ name, operation }: Named): string[] {
  const { summary, description, security, requestBody, responses = {} } = operation
  const body = Object.values(requestBody?.content ?? {})[0]?.schema
  const needs = security ? ' Needs `Authorization: Bearer <token>`.' : ''
  const answers = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.entries(content)
      // A problem is the same everywhere, and has its own section.
      .filter(([, { schema }]) => schema.properties && status !== 'default')
      .flatMap(([type, { schema }]) => [`Answer ${status}, \`${type}\`:`, fieldList(schema)]),
  )
  return [
    `### \`${name}\``,
    `${summary ?? ''}.${needs}${description === undefined ? '' : ` ${description}`}`,
    ...(body?.properties ? ['Body:', fieldList(body)] : []),
    ...answers,
  ]
}

function fieldList({ properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(([name, field]) => {
    const preset = field.default === undefined ? '' : `, default \`${JSON.stringify(field.default)}\``
    const must = required.includes(name) && field.default === undefined ? ', required' : ''
    const meaning = field.description === undefined ? '' : `: ${field.description}`
    return `\`${name}\` (${typeOf(field)}${preset}${must})${meaning}`
  })
  return bullets(fields)
}
