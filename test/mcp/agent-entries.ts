import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/agents.md'), 'utf8')

/** A configuration of the guide: the agent, the file it belongs into, and what stands there. */
export interface AgentFile {
  agent: string
  file: string
  text: string
}

/** The files by which the guide adds the server to agents over standard input and output. */
export function agentFiles(): AgentFile[] {
  const form = /^(?:\*\*(.+?)\*\*, |To share .+? as )`([^`]+)`[^\n]*:\n\n```(?:json|toml)\n([\s\S]+?)```$/gm
  let last = 'Claude Code'
  return [...guide.matchAll(form)].map(([, agent, file, text]) => {
    last = agent ?? last
    return { agent: last, file: file!, text: text!.trim() }
  })
}

/** The entries by which the guide adds the server over HTTP, by agent. */
export function agentEntries(): Map<string, string> {
  const table = guide.slice(guide.indexOf('| agent | entry |'))
  const rows = [...table.matchAll(/^\| ([\w ]+) \| (`.+) \|$/gm)]
  return new Map(rows.map(([, agent, entry]) => [agent!, entry!]))
}

/** The commands by which the guide adds the server, one for each way. */
export function agentCommands(): string[] {
  return [...guide.matchAll(/^```sh illustration\n(claude .+)\n```$/gm)].map(([, command]) => command!)
}
