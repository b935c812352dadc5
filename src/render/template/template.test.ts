import { describe, expect, test } from 'vitest'
import { checkTemplate } from './check-template.ts'
import { renderTemplate } from './render-template.ts'
import type { TemplateData, TemplateEntry } from './template-data.ts'

function entry(id: string, text: string, more: Partial<TemplateEntry> = {}): TemplateEntry {
  return {
    id,
    text: { markdown: text, entry: id },
    line: { markdown: `${text} ([#1])`, entry: id },
    references: { markdown: '[#1]' },
    ...{ category: 'Added', kind: 'added', type: null, scope: null, breaking: false },
    ...{ advisories: [], labels: [], pullRequests: [], commits: [], tickets: [], authors: [] },
    ...more,
  }
}

function dataOf(...entries: TemplateEntry[]): TemplateData {
  return {
    project: { name: 'widget', url: null },
    package: null,
    release: {
      ...{ version: '1.5.0', tag: 'v1.5.0', date: '2026-01-14', isPrerelease: false },
      ...{ previousVersion: '1.4.0', previousTag: 'v1.4.0', compareUrl: null },
    },
    ...{ introduction: null, highlights: null, upgradeNotes: null, footer: null },
    ...{ summary: null, commitCount: 12, omittedCount: 6, cut: 0 },
    categories: [...Map.groupBy(entries, ({ category }) => category)].map(([title, group]) => ({
      title: { markdown: title },
      entries: group,
    })),
    entries,
    contributors: [],
  }
}

const added = entry('a', 'Add cursor pagination to `/orders`')
const changed = entry('b', 'Stream files', { category: 'Changed' })
const print = (template: string, data = dataOf(added, changed)) => {
  const result = renderTemplate(template, data)
  return 'text' in result ? result.text : result.failure
}

describe('a template prints', () => {
  test('sections, and lines of nothing but tags leave no line behind', () => {
    const template =
      '{% for c in categories %}\n## {{ c.title }}\n\n{% for e in c.entries %}\n- {{ e.text }}\n{% endfor %}\n\n{% endfor %}\n'
    expect(print(template)).toBe(
      '## Added\n\n- Add cursor pagination to `/orders`\n\n## Changed\n\n- Stream files\n',
    )
  })

  test('indentation, and neither trailing spaces nor several blank lines', () => {
    expect(print('A  \n\n\n\n  - {{ release.version }}   \n\n')).toBe('A\n\n  - 1.5.0\n')
  })

  test('values through filters, conditions and loops', () => {
    expect(print('{{ entries | map: "category" | join: ", " | upcase }}')).toBe('ADDED, CHANGED\n')
    expect(print('{% if release.isPrerelease %}rc{% else %}stable{% endif %} {{ entries.size }}')).toBe(
      'stable 2\n',
    )
    expect(print('{{ release.date | date: "%d.%m.%Y" }}')).toBe('14.01.2026\n')
  })

  test('nothing for what is missing', () => {
    expect(print('[{{ package.name }}{{ entries.first.scope }}]')).toBe('[]\n')
  })
})

test('the entries that were printed are known', () => {
  const result = renderTemplate('{{ entries.first.text }}', dataOf(added, changed))
  expect(result).toMatchObject({ printed: ['a'] })
  expect(renderTemplate('{{ entries.last.line | upcase }}', dataOf(added, changed))).toMatchObject({
    printed: ['b'],
  })
})

describe('what strangers wrote', () => {
  const hostile = '<img src=x onerror=y> @everyone [a](https://evil.example) # *b*'

  test.each([
    '{{ entries.first.scope }}',
    '{{ entries.first.labels | join: "," }}',
    '{{ entries.first.scope | append: "!" }}',
  ])('%s is escaped', (template) => {
    const text = print(template, dataOf(entry('a', 'x', { scope: hostile, labels: [hostile] })))
    expect(text.replace(/`[^`]*`/g, '')).not.toMatch(/<|(?<!\\)\]\(|@/)
  })

  test('our own Markdown through a filter is plain text again', () => {
    expect(print('{{ entries.first.text | append: "*" }}', dataOf(entry('a', '**bold**')))).toBe(
      '\\*\\*bold\\*\\*\\*\n',
    )
  })
})

describe('errors have a line, a column and a reason', () => {
  test.each([
    ['{% include "x" %}', 1, 1, 'the tag "include" is not available in templates'],
    ['{% capture a %}{% endcapture %}', 1, 1, 'the tag "capture" is not available in templates'],
    ['x\n{{ "a" | raw }}', 2, 1, 'the filter "raw" is not available in templates'],
    ['{% for i in (1..9) %}{% endfor %}', 1, 13, 'ranges such as (1..9) are not available in templates'],
    ['{{ relase.version }}', 1, 4, '"relase" is not known; did you mean "release"?'],
    ['{{ release.vesion }}', 1, 4, '"vesion" is not known; did you mean "version"?'],
    ['{% for e in entries %}{{ e.txt }}{% endfor %}', 1, 26, '"txt" is not known; did you mean "text"?'],
    [
      '{% for c in categories %}{% for e in c.entries %}{{ e.nam }}{% endfor %}{% endfor %}',
      1,
      53,
      '"nam" is not known',
    ],
    ['{% assign r = release %}{{ r.versio }}', 1, 28, '"versio" is not known; did you mean "version"?'],
    ['{{ summary | append: sumary }}', 1, 22, '"sumary" is not known; did you mean "summary"?'],
    ['{% for e in entries %}{% endfor %}{{ e.text }}', 1, 38, '"e" is not known'],
    ['{{ entries.constructor }}', 1, 4, '"constructor" is not known'],
    ['{% if entries', 1, 1, 'is not a valid template: tag "{% if entries" not closed'],
  ])('%s', (template, line, column, detail) => {
    expect(checkTemplate(template)).toEqual([{ line, column, detail }])
  })

  test('and a correct template has none', () => {
    const template = `{% assign groups = entries | group_by: "scope" %}
{% for g in groups %}{{ g.name }}{% for e in g.items %}{{ e.anything }}{% endfor %}{% endfor %}
{% for e in entries reversed limit: 3 %}{{ forloop.index }} {{ e.authors[0].name }} {{ e.pullRequests.first.url }}
{% if e.breaking and e.labels contains "x" %}{% break %}{% endif %}{% endfor %}
{% case release.version %}{% when "1" %}a{% else %}b{% endcase %}{% comment %}{{ no }}{% endcomment %}{% raw %}{{ no }}{% endraw %}`
    expect(checkTemplate(template)).toEqual([])
  })
})

test('a loop that never seems to end is stopped', () => {
  const many = dataOf(...Array.from({ length: 2000 }, (_, index) => entry(`e${index}`, 'x')))
  const loops =
    '{% for a in entries %}{% for b in entries %}{% for c in entries %}{% endfor %}{% endfor %}{% endfor %}'
  expect(renderTemplate(loops, many)).toHaveProperty('failure')
})
