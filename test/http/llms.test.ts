import { afterAll, describe, expect, test } from 'vitest'
import { generateRequestSchema } from '../../src/api/generate-request.ts'
import { notesRequestSchema } from '../../src/api/notes-request.ts'
import { problems } from '../../src/core/errors.ts'
import { buildRepository } from '../support/build-repository.ts'
import { localFolder, openService } from './service.ts'

const { app, drain } = await openService([localFolder(buildRepository(['feat: add search']))])
afterAll(drain)

const tools = ['resolve_range', 'collect_changes', 'check_notes', 'render_notes', 'generate_changelog']

describe('/llms.txt', () => {
  test('is a short text that leads an agent on', async () => {
    const { body, headers } = await app.inject('/llms.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(body).toMatch(/^# Notewright \d+\.\d+\.\d+\n\n> Turns the commits/)
    expect(body.length).toBeLessThan(6000)
    for (const name of tools) expect(body).toContain(`- \`${name}\`: `)
  })

  test('links only to what is there', async () => {
    const { body } = await app.inject('/llms.txt')
    const links = [...body.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!)
    expect(links).toEqual(['/llms-full.txt', '/api/v1/openapi.json', '/docs'])
    for (const link of links) expect((await app.inject(link)).statusCode).toBe(200)
  })

  test('names every address of the OpenAPI document', async () => {
    const { body } = await app.inject('/llms.txt')
    const { paths } = (await app.inject('/api/v1/openapi.json')).json()
    for (const path of Object.keys(paths)) expect(body).toContain(` ${path}\``)
  })
})

describe('/llms-full.txt', () => {
  test('names every field, every tool, every format and every problem', async () => {
    const { body } = await app.inject('/llms-full.txt')
    const names = [
      ...Object.keys(generateRequestSchema.shape),
      ...Object.keys(notesRequestSchema.shape),
      ...Object.keys(problems),
      ...tools,
      'keepachangelog',
      'hosting_release',
      'simple',
    ]
    for (const name of names) expect(body).toContain(`\`${name}\``)
  })
})
