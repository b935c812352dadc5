import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A command to time, and the folder it runs in. */
export interface Command {
  program: string
  args: string[]
  folder: string
}

/** What one run of a command took. */
export interface Run {
  seconds: number
  /** Of the command and of whatever it started and waited for. */
  cpuSeconds: number
  /** The most that one process of it held. */
  megabytes: number
  output: string
}

// Only the shell reports the processor time of a command together with its children's.
const timed = 'TIMEFORMAT="%R %U %S"; time "$@"'

/** Runs a command to its end; throws with its error output when it fails. */
export function runCommand({ program, args, folder }: Command): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', timed, 'bash', program, ...args], { cwd: folder })
    let output = ''
    let errorOutput = ''
    let megabytes = 0
    const watch = setInterval(() => {
      megabytes = Math.max(megabytes, largestBelow(child.pid!))
    }, 5)
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errorOutput += text
    })
    child.on('error', reject)
    child.on('close', (code) => {
      clearInterval(watch)
      const times = errorOutput.trimEnd().split('\n').at(-1)!.split(' ').map(Number)
      if (code !== 0) reject(new Error(`${program} ended with ${code}: ${errorOutput.slice(0, 500)}`))
      else resolve({ seconds: times[0]!, cpuSeconds: times[1]! + times[2]!, megabytes, output })
    })
  })
}

/** The most memory that a process below this one held so far; 0 where there is no /proc. */
function largestBelow(pid: number): number {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  const own = children.map(
    (child) => Number(/VmHWM:\s+(\d+)/.exec(read(`/proc/${child}/status`))?.[1] ?? 0) / 1024,
  )
  return Math.max(0, ...own, ...children.map(largestBelow))
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process has ended meanwhile, or this system has no /proc: the figure stays what it was.
    return ''
  }
}
