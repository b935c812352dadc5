import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'

const { env } = process

/** Sets an output of the step; the random delimiter cannot occur in the value. */
export function setOutput(name: string, value: string): void {
  const delimiter = `end-${randomUUID()}`
  if (env.GITHUB_OUTPUT) appendFileSync(env.GITHUB_OUTPUT, `${name}<<${delimiter}\n${value}\n${delimiter}\n`)
}

/** Adds Markdown to the summary of the job. */
export function addSummary(markdown: string): void {
  if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, `${markdown}\n`)
}

/** Shows a message beside the step. */
export function annotate(level: 'notice' | 'warning' | 'error', message: string): void {
  const text = message.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  process.stdout.write(`::${level} title=Notewright::${text}\n`)
}

/**
 * Runs a task whose output the runner must not read as commands, because it can contain commit texts. Only the random
 * token, which no commit can know, turns commands on again.
 */
export async function withoutCommands<Result>(task: () => Result | Promise<Result>): Promise<Result> {
  const token = randomUUID()
  process.stdout.write(`::stop-commands::${token}\n`)
  try {
    return await task()
  } finally {
    process.stdout.write(`::${token}::\n`)
  }
}
