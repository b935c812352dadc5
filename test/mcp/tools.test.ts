import { afterAll, expect, test } from 'vitest'
import { listen, localFolder, openService } from '../http/service.ts'
import { buildRepository } from '../support/build-repository.ts'
import { openAgent } from './clients.ts'

const clone = buildRepository(['feat: add search'])
const { app, drain } = await openService([localFolder(clone)])
const url = new URL(`http://127.0.0.1:${await listen(app)}/mcp`)
afterAll(drain)

test.each([
  ['http', { url }],
  ['stdio', { cwd: clone }],
])('what agents see over %s changes only on purpose', async (where, place) => {
  const { client, close } = await openAgent('the v2 client, 2026 era', place)
  const { tools } = await client.listTools()
  const { prompts } = await client.listPrompts()
  const { resources } = await client.listResources()
  const { resourceTemplates } = await client.listResourceTemplates()
  const listed = { instructions: client.getInstructions(), tools, prompts, resources, resourceTemplates }
  await close()
  await expect(`${JSON.stringify(listed, null, 2)}\n`).toMatchFileSnapshot(`tools-over-${where}.snap`)
})

test.each([
  ['http', { url }],
  ['stdio', { cwd: clone }],
])('what every agent reads over %s has at most 3,500 tokens', async (_where, place) => {
  const { client, close } = await openAgent('the v2 client, 2026 era', place)
  const { tools } = await client.listTools()
  const text = `${client.getInstructions()}${JSON.stringify(tools)}`
  await close()
  // `npm run bench:agents` counts with a tokenizer: such a text has 4.1 characters a token.
  expect(text.length / 4).toBeLessThan(3500)
})

test('a tool has a short description, declares whether it writes, and has a schema that every model accepts', async () => {
  const { client, close } = await openAgent('the v2 client, 2026 era', { cwd: clone })
  const { tools } = await client.listTools()
  await close()
  for (const { name, description, annotations, inputSchema, outputSchema } of tools) {
    expect(description!.length, name).toBeLessThan(330)
    expect(annotations, name).toMatchObject(
      name === 'update_changelog'
        ? { readOnlyHint: false, destructiveHint: false, idempotentHint: true }
        : { readOnlyHint: true },
    )
    // Some clients and models reject a union at the top level, lists of types, and engine-specific patterns.
    expect(
      Object.keys(inputSchema).filter((key) => /^(?:any|all|one)Of$|^\$/.test(key)),
      name,
    ).toEqual([])
    expect(JSON.stringify([inputSchema, outputSchema]), name).not.toMatch(/"type":\[|"pattern"|"\$ref"/)
    expect(inputSchema.type, name).toBe('object')
    expect(outputSchema?.type, name).toBe('object')
  }
})
