import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, test } from 'vitest'
import { buildRepository, makeFolder } from '../support/build-repository.ts'
import { main, minimalEnv } from '../support/main-program.ts'
import { agentCommands, agentEntries, agentFiles } from './agent-entries.ts'

const clone = buildRepository(['feat: add search (#1)'])

/** The installed command, found by its name on the PATH. */
const bin = makeFolder()
writeFileSync(join(bin, 'notewright'), `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`)
chmodSync(join(bin, 'notewright'), 0o755)

const files = agentFiles()

test('the guide has a configuration for each of the common agents', () => {
  expect(files.map(({ agent, file }) => `${agent}: ${file}`)).toEqual([
    'Claude Code: .mcp.json',
    'Codex: ~/.codex/config.toml',
    'Cursor: .cursor/mcp.json',
    'VS Code: .vscode/mcp.json',
    'Gemini CLI: .gemini/settings.json',
    'opencode: opencode.json',
    'Claude Desktop: claude_desktop_config.json',
  ])
  expect([...agentEntries().keys()]).toEqual([
    'Claude Code',
    'Codex',
    'Cursor',
    'VS Code',
    'Gemini CLI',
    'opencode',
  ])
  expect(agentCommands()).toHaveLength(2)
})

test.each(files.map(({ agent, text }) => [agent, text]))(
  'the command that the guide gives to %s starts a server with its tools',
  async (_agent, text) => {
    const [command, ...args] = wordsOf(text)
    expect(command).toBe('notewright')
    const client = new Client({ name: 'test agent', version: '1.0.0' })
    const env = { ...minimalEnv, PATH: `${bin}:${process.env.PATH}` }
    await client.connect(new StdioClientTransport({ command: command!, args, cwd: clone, env }))
    const { tools } = await client.listTools()
    const { structuredContent } = await client.callTool({ name: 'resolve_range', arguments: {} })
    await client.close()
    expect(tools).toHaveLength(9)
    expect(structuredContent).toMatchObject({ commitCount: 1 })
  },
)

test.each([...agentEntries()])(
  'the entry that the guide gives to %s sends the token in its own header',
  (agent, entry) => {
    expect(entry).toContain('http://127.0.0.1:3000/mcp')
    expect(entry).toMatch(/"X-Host-Token"(?:: | = )"[^"]*(?:GITHUB_TOKEN|host-token)[^"]*"/)
    expect(entry).not.toContain('Authorization')
    const [json = ''] = /^`(\{.*?\})`/.exec(entry)?.slice(1) ?? []
    if (agent !== 'Codex') expect(() => JSON.parse(json)).not.toThrow()
  },
)

/** The words that an agent starts, wherever its file has them. */
function wordsOf(text: string): string[] {
  const filled = text.replace(/\$\{workspaceFolder\}/g, clone).replace('/path/to/the/clone', clone)
  if (filled.startsWith('[')) {
    const command = /^command = (".+")$/m.exec(filled)![1]!
    return [JSON.parse(command), ...JSON.parse(/^args = (\[.+\])$/m.exec(filled)![1]!)]
  }
  const file = JSON.parse(filled)
  const { command, args = [] } = (file.mcpServers ?? file.servers ?? file.mcp).notewright
  return [command, args].flat()
}
