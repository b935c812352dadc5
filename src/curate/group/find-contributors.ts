import type { Contributor } from '../../core/change.ts'
import type { Person } from '../../core/commit.ts'
import { isMerge, type ParsedCommit } from '../parse/parse-commits.ts'

const botNames =
  /\[bot\]$|^(?:dependabot|renovate|greenkeeper|snyk|pyup|depfu|imgbot|mergify|allcontributors|weblate|github-actions|gitlab-bot|pre-commit-ci|semantic-release-bot|release-please|bors|web-flow)(?:[ -]?bot)?$/i
const agentNames = /copilot|claude|devin|codex|cursor|jules|sweep/i

/** Whether a person is a bot that makes changes without being asked, such as Dependabot. */
export function isBot(person: Person): boolean {
  // A coding agent works for a person: its commits are treated like that person's.
  return botNames.test(person.name) && !agentNames.test(person.name)
}

// By address only, because people have these names too.
const agentAddress =
  /^(?:noreply@anthropic\.com|cursoragent@cursor\.com|(?:codex|noreply)@openai\.com|(?:noreply|aider)@aider\.chat|(?:\d{1,12}\+)?(?:copilot|(?:copilot-swe-agent|devin-ai-integration|google-labs-jules|gemini-code-assist|claude|cursor|codex)\[bot\])@users\.noreply\.github\.com)$/i

/** Whether a contributor is a person: neither a bot nor a coding agent. */
export function isHuman(person: Person): boolean {
  return !isBot(person) && !agentAddress.test(person.email)
}

/** Finds the authors and co-authors of some commits, each once, in order of appearance. */
export function findAuthors(commits: ParsedCommit[]): Person[] {
  const [first] = commits
  // Most changes are one commit by one person.
  if (commits.length === 1 && first!.authors.length === 1)
    return first!.authors.filter(({ name }) => name !== '')
  const people: Person[] = []
  const seen = new Set<string>()
  // Most people have many commits, and the same object stands for them in each.
  const known = new Set<Person>()
  for (const { authors } of commits.filter((parsed) => !isMerge(parsed) || commits.length === 1)) {
    for (const person of authors) {
      if (known.has(person)) continue
      known.add(person)
      // A person may use several addresses, and an address several spellings.
      const keys = [person.name.toLowerCase(), person.email.toLowerCase()].filter((key) => key !== '')
      if (person.name !== '' && !keys.some((key) => seen.has(key))) people.push(person)
      for (const key of keys) seen.add(key)
    }
  }
  return people
}

/** Finds the people whose work is in the range, the earliest first, without bots. */
export function findContributors(commits: ParsedCommit[], firstTimers: string[] | null): Contributor[] {
  return findAuthors(commits.toReversed().filter((parsed) => !isMerge(parsed)))
    .filter(isHuman)
    .map(({ name, login }) => ({
      name,
      login,
      first: firstTimers === null || login === null ? null : firstTimers.includes(login),
    }))
}
