import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { answerTo, ask, localFolder, openService } from '../http/service.ts'
import { buildRepository, git, makeFolder, type Step } from '../support/build-repository.ts'
import { generateFrom } from '../support/generate-from.ts'
import { buildClone, historyW, runIn } from './histories.ts'

function build(steps: Step[]): string {
  const path = buildRepository(steps)
  git(path, ['remote', 'add', 'origin', 'https://github.com/acme/widget.git'])
  return path
}

const pathW = build(historyW)

const answerWith = (yaml: string, body: Record<string, unknown> = {}, path = pathW) =>
  generateFrom(path, {
    ...(path === pathW ? { fromRef: 'v1.4.0', toRef: 'v1.5.0' } : {}),
    config: parse(yaml),
    ...body,
  })

const mail = `formats:
  mail:
    template: "{% for c in categories %}\\n## {{ c.title }}\\n\\n{% for e in c.entries %}\\n- {{ e.text }}\\n{% endfor %}\\n\\n{% endfor %}\\n"
`

describe('a format with a template', () => {
  test('15: prints the whole text', async () => {
    const answer = await answerWith(mail, { format: 'mail' })
    expect(answer.format).toBe('mail')
    expect(answer.changelog).toMatch(
      /^## Added\n\n- (?:\*\*api:\*\* )?Add cursor pagination to `\/orders`\n\n## Changed\n/,
    )
    expect(answer.warnings).toEqual([])
  })

  test('15: is suggested for a misspelt name', () => {
    const clone = buildClone(historyW, { 'notewright.yml': mail })
    const { status, errors } = runIn(clone, ['generate', '--format', 'mial', '--quiet'])
    expect(status).toBe(2)
    expect(errors).toContain('did you mean "mail"?')
  })

  test('18: warns about entries that it does not print', async () => {
    const yaml = 'formats: {short: {template: "{{ entries.first.text }}"}}'
    const { entries, warnings } = await answerWith(yaml, { format: 'short' })
    const [warning] = warnings.filter(({ code }) => code === 'entries-unprinted')
    expect(warning!.detail.match(/pr-\d+/g)).toHaveLength(entries.length - 1)
  })

  test('18: cannot print what strangers wrote as markup', async () => {
    const path = build([
      'Start',
      { tag: 'start' },
      'fix: <img src=x onerror=y> @everyone [a](https://evil.example)',
    ])
    const yaml =
      'formats: {mail: {template: "{% for e in entries %}{{ e.text }} {{ e.text | upcase }}{% endfor %}"}}'
    const { changelog } = await answerWith(yaml, { fromRef: 'start', format: 'mail' }, path)
    expect(changelog.replace(/`[^`]*`/g, '')).not.toMatch(/<|(?<!\\)\]\(|(?<![\w.])@/)
  })

  test('a template has references, people and the release', async () => {
    const template =
      '{{ project.name }} {{ release.version }} after {{ release.previousTag }}: {{ entries.size }} of {{ commitCount }}, {{ entries.first.line }} {{ entries.first.pullRequests.first.url }} {{ entries.first.authors.first.name }}'
    const { changelog } = await answerWith(`formats: {mail: {template: "${template}"}}`, { format: 'mail' })
    expect(changelog).toMatch(/ 1\.5\.0 after v1\.4\.0: 6 of 12, /)
    expect(changelog).toMatch(/https:\/\/github\.com\/acme\/widget\/pull\/\d+ \S/)
  })
})

describe('16: errors of templates have their line and column in the file', () => {
  test.each([
    ['{% include "x" %}', 3, 'the tag "include" is not available in templates'],
    ['{% capture a %}{% endcapture %}', 3, 'the tag "capture" is not available in templates'],
    ['{{ "a" | raw }}', 3, 'the filter "raw" is not available in templates'],
    ['{% for i in (1..9) %}{% endfor %}', 15, 'ranges such as (1..9) are not available in templates'],
    ['{{ relase.version }}', 6, '"relase" is not known; did you mean "release"?'],
  ])('%s', (template, column, detail) => {
    const file = `formats:\n mail:\n  template: |\n   first line\n  ${' '.repeat(1)}${template}\n`
    const clone = buildClone(['Start'], { 'notewright.yml': file })
    const { status, errors } = runIn(clone, ['config', 'check'])
    expect(status).toBe(2)
    const place = `notewright.yml:5:${column + 1}: formats.mail.template: ${detail}`
    expect(errors).toContain(place)
  })
})

describe('17: a template that takes too long', () => {
  const root = makeFolder()
  const commits = Array.from({ length: 1200 }, (_, index) => `feat: add part ${index}`)
  buildRepository(['Start', { tag: 'start' }, ...commits], { path: join(root, 'acme/large') })
  buildRepository(['Start', { tag: 'start' }, 'feat: add x'], { path: join(root, 'acme/small') })

  test('is an error, and the service answers other requests meanwhile', async () => {
    const { app } = await openService([localFolder(root)])
    afterAll(() => app.close())
    const loops =
      '{% for a in entries %}{% for b in entries %}{% for c in entries %}{% endfor %}{% endfor %}{% endfor %}'
    const slow = ask(app, {
      repo: 'acme/large',
      from: 'start',
      format: 'mail',
      config: { formats: { mail: { template: loops } } },
    })
    const small = await answerTo(app, { repo: 'acme/small', from: 'start' })
    expect(small.entries).toHaveLength(1)
    const answered = await slow
    expect(answered.json()).toMatchObject({ status: 422, code: 'template_failed' })
  })
})
