import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { agentSteps, bullets, numbered, writingRules } from '../src/api/writing-guide.ts'
import { describeLocalTools } from '../src/mcp/describe-tools.ts'

const skill = readFileSync(join(import.meta.dirname, '../skills/release-notes/SKILL.md'), 'utf8')

test('the skill is named after its folder and states when to use it', () => {
  const [, head = ''] = skill.split('---\n')
  const description = /^description: (.+)$/m.exec(head)?.[1] ?? ''
  expect(head).toMatch(/^name: release-notes$/m)
  expect(description).toMatch(/Use when /)
  expect(description.length).toBeLessThanOrEqual(1024)
})

test('the skill has the same steps and rules as the prompts', () => {
  expect(skill).toContain(numbered(agentSteps))
  expect(skill).toContain(bullets(writingRules))
})

test('the skill names only existing tools', () => {
  const tools = describeLocalTools().map(({ name }) => name)
  const named = [...skill.matchAll(/`([a-z]+_[a-z]+)`/g)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(4)
  for (const name of named) expect(tools).toContain(name)
})
