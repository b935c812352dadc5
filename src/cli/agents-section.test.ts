import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withAgentsSection } from './agents-section.ts'

const mark = '<!-- notewright:begin -->'

test('a project without the file gets the section alone', () => {
  expect(withAgentsSection('')).toMatch(
    /^<!-- notewright:begin -->\n## Release notes\n[\s\S]+<!-- notewright:end -->\n$/,
  )
})

test('what a project wrote stays above and below', () => {
  const written = withAgentsSection('# Agents\n\nBe kind.')
  const moved = `${written}\n## After\n`
  expect(written).toMatch(/^# Agents\n\nBe kind\.\n\n<!-- notewright:begin -->/)
  expect(withAgentsSection(moved)).toBe(moved)
})

test('an older section is replaced where it is', () => {
  const old = `# Agents\n\n${mark}\nOld words\n<!-- notewright:end -->\n\n## After\n`
  const written = withAgentsSection(old)
  expect(written).not.toContain('Old words')
  expect(written).toMatch(
    /^# Agents\n\n<!-- notewright:begin -->[\s\S]+<!-- notewright:end -->\n\n## After\n$/,
  )
})

test('lines end as they do in the file', () => {
  expect(withAgentsSection('# Agents\r\n').replaceAll('\r\n', '')).not.toContain('\n')
})

test('writing twice changes nothing, and nothing that was there is lost', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '\n', '\r\n', mark, '<!-- notewright:end -->', ' ') }),
      (text) => {
        const once = withAgentsSection(text)
        expect(withAgentsSection(once)).toBe(once)
        if (!text.includes(mark)) expect(once.startsWith(text)).toBe(true)
      },
    ),
  )
})
