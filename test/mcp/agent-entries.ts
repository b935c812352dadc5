import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
const section = readme.slice(readme.indexOf('## With an agent'), readme.indexOf('## Into a changelog'))

/** A configuration of the README: the agent, the file it belongs into, and what stands there. */
export interface AgentFile {
  agent: string
  file: string
  text: string
}

/** The files by which the README adds the server to agents over standard input and output. */
export function agentFiles(): AgentFile[] {
  const form =
    /^(?:\*\*(.+?)\*\*, |or, for everybody .+?, )`([^`]+)`[^\n]*:\n\n```(?:json|toml)\n([\s\S]+?)```$/gm
  let last = 'Claude Code'
  return [...section.matchAll(form)].map(([, agent, file, text]) => {
    last = agent ?? last
    return { agent: last, file: file!, text: text!.trim() }
  })
}

/** The entries by which the README adds the server over HTTP, by agent. */
export function agentEntries(): Map<string, string> {
  const table = section.slice(section.indexOf('| agent | entry |'))
  const rows = [...table.matchAll(/^\| ([\w ]+) \| (`.+) \|$/gm)]
  return new Map(rows.map(([, agent, entry]) => [agent!, entry!]))
}

/** The commands by which the README adds the server, one for each way. */
export function agentCommands(): string[] {
  return [...section.matchAll(/^```\n(claude .+)\n```$/gm)].map(([, command]) => command!)
}
