import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withAgentsSection } from './init-command.ts'

const marker = '<!-- notewright:begin -->'

test('an empty file gets only the section', () => {
  expect(withAgentsSection('')).toMatch(
    /^<!-- notewright:begin -->\n## Release notes\n[\s\S]+<!-- notewright:end -->\n$/,
  )
})

test('existing text is kept above and below', () => {
  const written = withAgentsSection('# Agents\n\nBe kind.')
  const moved = `${written}\n## After\n`
  expect(written).toMatch(/^# Agents\n\nBe kind\.\n\n<!-- notewright:begin -->/)
  expect(withAgentsSection(moved)).toBe(moved)
})

test('an older section is replaced in place', () => {
  const old = `# Agents\n\n${marker}\nOld text\n<!-- notewright:end -->\n\n## After\n`
  const written = withAgentsSection(old)
  expect(written).not.toContain('Old text')
  expect(written).toMatch(
    /^# Agents\n\n<!-- notewright:begin -->[\s\S]+<!-- notewright:end -->\n\n## After\n$/,
  )
})

test('the section uses the line endings of the file', () => {
  expect(withAgentsSection('# Agents\r\n').replaceAll('\r\n', '')).not.toContain('\n')
})

test('a second run changes nothing, and no existing text is lost', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '\n', '\r\n', marker, '<!-- notewright:end -->', ' ') }),
      (text) => {
        const once = withAgentsSection(text)
        expect(withAgentsSection(once)).toBe(once)
        if (!text.includes(marker)) expect(once.startsWith(text)).toBe(true)
      },
    ),
  )
})
