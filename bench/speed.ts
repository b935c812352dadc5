import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildRepository, type Step } from '../test/build-repository.ts'

/**
 * How long we take beside git itself, on the same range in the same run, warm and alternating.
 * Usage: npm run bench:speed -- [--repo PATH] [--commits 10000] [--rounds 7]
 */
const { values } = parseArgs({
  options: {
    repo: { type: 'string' },
    commits: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '7' },
  },
})
const main = join(import.meta.dirname, '../src/main.ts')
const rounds = Number(values.rounds)
const path = values.repo ?? buildRepository(longHistory(Number(values.commits)))

interface Run {
  milliseconds: number
  peakMegabytes: number
  output: string
}

/** Runs a command to its end, and watches the most memory it held. */
function run(command: string, words: string[]): Promise<Run> {
  return new Promise((resolve, reject) => {
    const start = performance.now()
    const child = spawn(command, words, { cwd: path, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    let peakMegabytes = 0
    const watch = setInterval(() => {
      peakMegabytes = Math.max(peakMegabytes, residentMegabytes(child.pid!))
    }, 5)
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.on('error', reject)
    child.on('close', () => {
      clearInterval(watch)
      resolve({ milliseconds: performance.now() - start, peakMegabytes, output })
    })
  })
}

function residentMegabytes(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    // The process has ended, or this system has no /proc: the figure stays what it was.
    return 0
  }
}

function middle(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!
}

function longHistory(count: number): Step[] {
  const subjects = [
    'feat(api): add endpoint',
    'fix: crash in the importer when row',
    'docs: explain part',
    'Improve the speed of view',
    'chore: tidy folder',
  ]
  return Array.from(
    { length: count },
    (_, index): Step => ({
      commit: `${subjects[index % subjects.length]} ${index} (#${index})\n\nA body of two lines that says why,\nas careful authors write it.\n\nSigned-off-by: Ada <ada@example.org>`,
      by: `Author ${index % 37}`,
      files: [`src/area-${index % 50}/file-${index % 400}.ts`, `test/area-${index % 50}.test.ts`],
    }),
  )
}

async function alternate(commands: Record<string, [string, string[]]>): Promise<Map<string, Run[]>> {
  const runs = new Map<string, Run[]>(Object.keys(commands).map((name) => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, [command, words]] of Object.entries(commands)) {
      const result = await run(command, words)
      // The first round only warms the caches.
      if (round > 0) runs.get(name)!.push(result)
    }
  }
  return runs
}

async function requestsInOneProcess(): Promise<{ p50: number; p99: number; commits: number }> {
  const child = spawn(process.execPath, [main, 'serve', '--local', path, '--port', '0'], {
    env: { ...process.env, LOG_LEVEL: 'silent', NOTEWRIGHT_RATE: '100000' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const greeting = await new Promise<string>((resolve) => {
      let text = ''
      child.stdout.setEncoding('utf8').on('data', (part: string) => {
        text += part
        if (text.includes('curl')) resolve(text)
      })
    })
    const [, url, token, body] = /curl -s (\S+) -H "Authorization: (Bearer \S+)" .* -d '(.*)'/.exec(greeting)!
    const times: number[] = []
    let commits = 0
    for (let index = 0; index < 220; index += 1) {
      const start = performance.now()
      const answer = await fetch(url!, {
        method: 'POST',
        headers: { authorization: token!, 'content-type': 'application/json' },
        body: body!,
      })
      commits = ((await answer.json()) as { commitCount: number }).commitCount
      if (index >= 20) times.push(performance.now() - start)
    }
    times.sort((a, b) => a - b)
    return { p50: times[100]!, p99: times[197]!, commits }
  } finally {
    child.kill()
  }
}

const count = Number((await run('git', ['rev-list', '--count', 'HEAD'])).output)
const runs = await alternate({
  'git log, messages': ['git', ['log', '--format=%H%n%B', 'HEAD']],
  'git log, messages and names': ['git', ['log', '--format=%H%n%B', '--name-only', '--no-renames', 'HEAD']],
  'notewright generate, keepachangelog': [
    process.execPath,
    [main, 'generate', '--from', `HEAD~${count}`, '--quiet'],
  ],
  'notewright generate, --json': [
    process.execPath,
    [main, 'generate', '--from', `HEAD~${count}`, '--quiet', '--json'],
  ],
  'notewright generate, last 50': [process.execPath, [main, 'generate', '--quiet']],
})
const limit = middle(runs.get('git log, messages and names')!.map((each) => each.milliseconds))
console.log(`${count} commits, ${rounds} rounds, Node ${process.version}`)
for (const [name, results] of runs) {
  const times = results.map((each) => each.milliseconds)
  const spread = `${Math.min(...times).toFixed(0)}–${Math.max(...times).toFixed(0)}`
  const memory = Math.max(...results.map((each) => each.peakMegabytes)).toFixed(0)
  console.log(
    `${name.padEnd(38)} ${middle(times).toFixed(0).padStart(6)} ms (${spread})  ${(middle(times) / limit).toFixed(2)} × git log with names  ${memory} MB`,
  )
}
const { p50, p99, commits } = await requestsInOneProcess()
console.log(
  `one HTTP request, ${commits} commits         p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, git included`,
)
