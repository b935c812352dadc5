import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** Whether this machine has a redis-server; without it, the tests that need one are skipped. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0
if (!hasRedis) {
  process.stderr.write(
    '\nNOT RUN: everything about Redis. There is no redis-server here (apt-get install -y redis-server).\n\n',
  )
}

/** A Redis for one test, which can be made to fail. */
export interface TestRedis {
  url: string
  /** It keeps its connections and answers nothing. */
  freeze: () => void
  thaw: () => void
  kill: () => Promise<void>
  /** It comes back empty, at the same address. */
  restart: () => Promise<void>
  close: () => Promise<void>
}

/** Starts Debian's redis-server on a free port; the machine must have it. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort()
  let child = await launch(port)
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGCONT')
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    kill,
    restart: async () => {
      await kill()
      child = await launch(port)
    },
    close: kill,
  }
}

async function launch(port: number): Promise<ChildProcess> {
  const flags = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn('redis-server', flags, { stdio: 'ignore' })
  const failed = Promise.withResolvers<never>()
  child.once('error', (error) =>
    failed.reject(new Error('redis-server is needed (apt-get install redis-server)', { cause: error })),
  )
  await Promise.race([untilAnswers(port), failed.promise])
  return child
}

async function untilAnswers(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const socket = connect(port, '127.0.0.1')
    const connected = await Promise.race([
      once(socket, 'connect').then(
        () => true,
        () => false,
      ),
      wait(500, false),
    ])
    socket.destroy()
    if (connected) return
    await wait(25)
  }
  throw new Error(`redis-server did not come up on port ${port}`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
