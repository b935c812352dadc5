import type { Contributor } from '../../core/change.ts'
import type { Person } from '../../core/commit.ts'
import { isMerge, type ParsedCommit } from '../parse/parse-commits.ts'

const botNames =
  /\[bot\]$|^(?:dependabot|renovate|greenkeeper|snyk|pyup|depfu|imgbot|mergify|allcontributors|weblate|github-actions|gitlab-bot|pre-commit-ci|semantic-release-bot|release-please|bors|web-flow)(?:[ -]?bot)?$/i
const agentNames = /copilot|claude|devin|codex|cursor|jules|sweep/i

/** Whether a commit was made by a machine that nobody asked for a change of its own. */
export function isBot(person: Person): boolean {
  // Coding agents act on somebody's behalf: their work is judged like anybody's.
  return botNames.test(person.name) && !agentNames.test(person.name)
}

// By address only: there are people of these names.
const agentAddress =
  /^(?:noreply@anthropic\.com|cursoragent@cursor\.com|(?:codex|noreply)@openai\.com|(?:noreply|aider)@aider\.chat|(?:\d{1,12}\+)?(?:copilot|(?:copilot-swe-agent|devin-ai-integration|google-labs-jules|gemini-code-assist|claude|cursor|codex)\[bot\])@users\.noreply\.github\.com)$/i

/** Whether somebody is to be thanked: neither a machine on its own account nor the tool that a person worked with. */
export function isHuman(person: Person): boolean {
  return !isBot(person) && !agentAddress.test(person.email)
}

/** The people behind some commits: authors and co-authors, each once, in order of appearance. */
export function findAuthors(commits: ParsedCommit[]): Person[] {
  const [first] = commits
  // Most changes are one commit by one person.
  if (commits.length === 1 && first!.authors.length === 1)
    return first!.authors.filter(({ name }) => name !== '')
  const people: Person[] = []
  const seen = new Set<string>()
  // Most people commit often, and always as the same object.
  const met = new Set<Person>()
  for (const { authors } of commits.filter((read) => !isMerge(read) || commits.length === 1)) {
    for (const person of authors) {
      if (met.has(person)) continue
      met.add(person)
      // One person commits under several addresses, and one address under several spellings.
      const keys = [person.name.toLowerCase(), person.email.toLowerCase()].filter((key) => key !== '')
      if (person.name !== '' && !keys.some((key) => seen.has(key))) people.push(person)
      for (const key of keys) seen.add(key)
    }
  }
  return people
}

/** Everybody whose work is in the range, the earliest first; machines are no contributors. */
export function findContributors(commits: ParsedCommit[], firstTimers: string[] | null): Contributor[] {
  return findAuthors(commits.toReversed().filter((read) => !isMerge(read)))
    .filter(isHuman)
    .map(({ name, login }) => ({
      name,
      login,
      first: firstTimers === null || login === null ? null : firstTimers.includes(login),
    }))
}
