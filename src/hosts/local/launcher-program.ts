import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { dirname } from 'node:path'
import type { KillMessage, LauncherMessage, LaunchRequest } from './launcher-messages.ts'
import { endOf } from './start-git.ts'

/**
 * The process that starts git for a service. Each connection is one run: a line with the request, then the input. Git
 * writes its output straight into the connection.
 */
const running = new Map<number, ChildProcess>()
// Runs that were ended before their requests arrived. Most of these requests never arrive.
const ended = new Set<number>()
const keptMs = 60_000
const path = process.argv[2]!
const server = createServer({ allowHalfOpen: true }, (socket) => {
  const chunks: Buffer[] = []
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('end', () => run(socket, Buffer.concat(chunks)))
})
server.listen(path, () => tell({ ready: true }))
process.on('message', ({ kill: id }: KillMessage) => {
  const child = running.get(id)
  if (child) child.kill()
  else {
    ended.add(id)
    setTimeout(() => ended.delete(id), keptMs).unref()
  }
})
process.on('disconnect', stop)
// The service decides when this process ends: a terminal sends its signals to both.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})

function run(socket: Socket, received: Buffer): void {
  const end = received.indexOf(0x0a)
  // The service closed the connection before it had sent the request.
  if (end === -1) {
    socket.destroy()
    return
  }
  const { id, args, cwd, env } = JSON.parse(received.toString('utf8', 0, end)) as LaunchRequest
  if (ended.delete(id)) {
    socket.destroy()
    return
  }
  const child = spawn('git', args, { cwd, env, stdio: ['pipe', socket, 'pipe'] })
  running.set(id, child)
  // From now on, git alone has the connection open.
  socket.destroy()
  endOf(child)
    .then(
      (result) => tell({ id, ...result }),
      (error: NodeJS.ErrnoException) => tell({ id, failure: error.code ?? error.message }),
    )
    .finally(() => running.delete(id))
  child.stdin!.on('error', () => {})
  child.stdin!.end(received.subarray(end + 1))
}

function tell(message: LauncherMessage): void {
  if (process.connected) process.send!(message)
}

function stop(): void {
  for (const child of running.values()) child.kill()
  server.close()
  rmSync(dirname(path), { recursive: true, force: true })
}
