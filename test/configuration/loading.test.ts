import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { formats } from '../../src/core/format.ts'
import type { Host } from '../../src/core/host.ts'
import { warn } from '../../src/core/warnings.ts'
import { ask, expectProblem, localFolder, openService, token } from '../http/service.ts'
import { buildRepository, git, makeFolder } from '../support/build-repository.ts'
import { answerIn, buildClone, historyW, rangeW, runIn, writeFiles } from './histories.ts'

const plain = buildClone(historyW)
const empty = ['', '{}'].map((text) => buildClone(historyW, { 'notewright.yml': text }))
const misspelt = 'categories:\n  - tittle: A\n    types: feat\nzero: 1\n'
const codes = (answer: { warnings: { code: string }[] }) => answer.warnings.map(({ code }) => code)

describe('a clone', () => {
  test.each(formats)(
    '1: without a file, with an empty one and with {} the notes are the same: %s',
    (format) => {
      const args = ['generate', ...rangeW, '--format', format, '--quiet']
      const before = runIn(plain, args).out
      expect(before).not.toBe('')
      for (const path of empty) expect(runIn(path, args).out).toBe(before)
    },
  )

  test('3: a file with errors is not used', () => {
    const { status, out, errors } = runIn(buildClone(historyW, { 'notewright.yml': misspelt }), [
      'generate',
      ...rangeW,
      '--quiet',
    ])
    expect({ status, out }).toEqual({ status: 2, out: '' })
    expect(errors).toContain('notewright.yml:4:1: zero: is not a known key\n')
  })

  test('29: the file of the working tree is used, whatever the end of the range is', () => {
    const path = buildClone(historyW, { 'notewright.yml': 'learn: false\n' })
    expect(answerIn(path).config).toEqual({
      source: 'file',
      path: 'notewright.yml',
      sha: null,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      package: null,
      unused: [],
    })
    expect(answerIn(path, [...rangeW, '--no-config']).config).toMatchObject({ source: 'none', path: null })
    expect(answerIn(plain).config).toMatchObject({ source: 'none' })
  })

  test('29: of several files the first is used, and the others are named', () => {
    const path = buildClone(historyW, { 'notewright.yml': '', '.github/notewright.yml': 'zero: 1' })
    const answer = answerIn(path)
    expect(answer.config.path).toBe('notewright.yml')
    expect(codes(answer)).toContain('config-several')
    expect(answer.warnings[0]!.detail).toContain('.github/notewright.yml was ignored')
  })

  test('another file is named with --config', () => {
    const folder = makeFolder()
    writeFiles(folder, { 'own.yml': 'format: simple\n' })
    const args = [...rangeW, '--config', join(folder, 'own.yml')]
    const answer = answerIn(plain, args)
    expect(answer).toMatchObject({ format: 'simple', config: { path: join(folder, 'own.yml') } })
    expect(answerIn(plain, [...args, '--format', 'keepachangelog']).format).toBe('keepachangelog')
    expect(runIn(plain, ['generate', '--config', 'missing.yml'])).toMatchObject({ status: 2 })
    expect(runIn(plain, ['generate', '--config', 'own.yml', '--no-config'])).toMatchObject({ status: 2 })
  })

  test('a bare repository has the file of the commit', () => {
    const steps = [...historyW, { commit: 'Add the file', texts: { 'notewright.yml': 'format: simple\n' } }]
    const path = buildRepository(steps, { bare: true })
    expect(answerIn(path, [])).toMatchObject({ format: 'simple', config: { source: 'file' } })
    expect(answerIn(path)).toMatchObject({ format: 'keepachangelog', config: { source: 'none' } })
  })

  test('15: an unknown format names the nearest one', () => {
    const path = buildClone(historyW, { 'notewright.yml': 'formats: {mail: {base: simple}}\n' })
    expect(answerIn(path, [...rangeW, '--format', 'mail']).format).toBe('mail')
    const { status, errors } = runIn(path, ['generate', ...rangeW, '--format', 'mial', '--quiet'])
    expect(status).toBe(2)
    expect(errors).toContain('did you mean "mail"?')
  })
})

describe('over HTTP', async () => {
  const root = makeFolder()
  const steps = [
    ...historyW,
    { commit: 'Add the file', texts: { 'notewright.yml': 'guidance: {audience: developers}\n' } },
    { commit: 'Break the file', texts: { 'notewright.yml': misspelt } },
  ]
  const path = buildRepository(steps, { path: join(root, 'acme/widget') })
  const { app } = await openService([localFolder(root)])
  afterAll(() => app.close())
  const repoFullName = 'acme/widget'
  const fromRef = 'v1.4.0'

  test('29: the file of the commit at toRef is used', async () => {
    const before = (await ask(app, { repoFullName, fromRef, toRef: 'v1.5.0' })).json()
    expect(before.config.source).toBe('none')
    const after = (await ask(app, { repoFullName, fromRef, toRef: 'HEAD~1' })).json()
    expect(after.config).toMatchObject({ source: 'file', path: 'notewright.yml' })
    expect(after.config.sha).toBe(git(path, ['rev-parse', 'main~1']).trim())
    expect(after.entries.length).toBeGreaterThan(before.entries.length)
  })

  test('a file that the host does not return is named by a warning, and a package of it is not guessed', async () => {
    const host = localFolder(root)
    const failing: Host = {
      ...host,
      open: async (access) => {
        const repository = await host.open(access)
        const unread = warn('changelog-unread', { reason: 'The host failed.', withConfig: true })
        return {
          ...repository,
          details: async (...given) => ({
            ...(await repository.details(...given)),
            configFiles: [],
            changelog: null,
            warnings: [unread],
          }),
        }
      },
    }
    const { app: other } = await openService([failing])
    const answer = (await ask(other, { repoFullName, fromRef, toRef: 'HEAD~1' })).json()
    expect(answer.config.source).toBe('none')
    expect(answer.warnings.map(({ detail }: { detail: string }) => detail).join()).toContain('notewright.yml')
    const named = await ask(other, { repoFullName, fromRef, package: 'core' })
    expect(expectProblem(named, 502, 'host_unusable').detail).toContain('notewright.yml')
    await other.close()
  })

  test('3: a file with errors is 422', async () => {
    const problem = expectProblem(await ask(app, { repoFullName, fromRef }), 422, 'config_invalid')
    expect(problem.errors).toHaveLength(3)
    expect(problem.errors![0]).toEqual({
      pointer: 'notewright.yml#/categories/0/tittle',
      line: 2,
      column: 5,
      detail: 'is not a known key; did you mean "title"?',
    })
    const ignored = await ask(app, { repoFullName, fromRef, config: 'none' })
    expect(ignored.json()).toMatchObject({ success: true, config: { source: 'none' } })
  })

  test('notes that a client sends can name a configured category', async () => {
    const config = { categories: [{ title: 'Features', types: 'feat' }], learn: false }
    const body = { repoFullName, fromRef: 'v1.5.0~12', toRef: 'v1.5.0~11', config }
    const render = (category: string) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/render',
        headers: { authorization: `Bearer ${token}` },
        payload: {
          ...body,
          entries: [{ ids: ['pr-118'], category, text: 'Add cursor pagination to `/orders`' }],
        },
      })
    expect((await render('Features')).json().entries).toMatchObject([
      { section: 'Features', category: 'Added' },
    ])
    expect((await render('Other changes')).json().changelog).toContain('### Other changes\n')
    const unknown = expectProblem(await render('Fetures'), 400, 'invalid_request')
    expect(unknown.errors).toMatchObject([{ pointer: '#/entries/0/category' }])
  })

  test('29: a configuration in the request replaces the file', async () => {
    const config = { format: 'simple' }
    const answer = (await ask(app, { repoFullName, fromRef, toRef: 'v1.5.0', config })).json()
    expect(answer).toMatchObject({ format: 'simple', config: { source: 'request', path: null } })
    const wrong = await ask(app, { repoFullName, fromRef, config: { categories: [{ titel: 'x' }] } })
    const problem = expectProblem(wrong, 400, 'invalid_request')
    expect(problem.errors!.map(({ pointer }) => pointer)).toContain('#/config/categories/0/titel')
    expect(problem.errors![0]).not.toHaveProperty('line')
    expectProblem(await ask(app, { repoFullName, fromRef, config: 'all' }), 400, 'invalid_request')
  })
})
