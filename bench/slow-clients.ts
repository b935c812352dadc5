import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { callReplica, endReplicas, startReplica } from '../test/faults/cluster.ts'

/**
 * Clients that are slow on purpose: they never finish their headers, send one byte of the body per second, or request
 * much and read nothing. The server must close all of them within 12 s and answer others meanwhile.
 * Usage: npm run bench:slow [-- 200]
 */
const count = Number(process.argv[2] ?? 200)
const maxMs = 12_000
const replica = await startReplica({
  ...{ redisUrl: null, upstreamUrl: null, gatewayUrl: null, answerMs: 1_000, deadlineMs: 60_000 },
  ...{ requestsPerMinute: 1_000_000, concurrency: 10_000, shedDelayMs: 60_000 },
})
const port = Number(new URL(replica.url).port)
let failures = 0

const token = 'Authorization: Bearer ada\r\n'
const head = `POST /api/v1/generate HTTP/1.1\r\nHost: x\r\n${token}`
const attacks: Record<string, (socket: Socket) => NodeJS.Timeout | null> = {
  'headers without an end': (socket) => {
    socket.write(head)
    return setInterval(() => socket.write('X-More: 1\r\n'), 1_000)
  },
  'a body of a byte a second': (socket) => {
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: 4000\r\n\r\n{`)
    return setInterval(() => socket.write(' '), 1_000)
  },
  'responses that are never read': (socket) => {
    socket.pause()
    // More than the buffers on the way can hold.
    socket.write('GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(100))
    return null
  },
}

await callReplica(replica, 'ada')
for (const [what, attack] of Object.entries(attacks)) await runAttack(what, attack)
await endReplicas([replica])
process.exit(failures)

async function runAttack(what: string, attack: (socket: Socket) => NodeJS.Timeout | null): Promise<void> {
  const closed: number[] = []
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1')
    const began = performance.now()
    let timer: NodeJS.Timeout | null = null
    socket.on('connect', () => {
      timer = attack(socket)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      closed.push(performance.now() - began)
      if (timer) clearInterval(timer)
    })
    // A client that reads nothing does not notice that the server has closed, so the server is asked below.
    if (what !== 'responses that are never read') socket.resume()
    return socket
  })
  let [asked, answered] = [0, 0]
  const until = performance.now() + maxMs
  while (performance.now() < until) {
    asked += 1
    if ((await callReplica(replica, `bystander${asked}`)).status === 200) answered += 1
    await wait(200)
  }
  const open = await stillOpen(sockets)
  const others = sockets.length - closed.length
  const kept = open === 0 && answered === asked
  const slowest = Math.max(0, ...closed) / 1000
  console.log(
    `${kept ? 'kept  ' : 'BROKEN'} ${what}, ${count} at once: ${open} open after ${maxMs / 1000} s${others === 0 ? `, the last closed at ${slowest.toFixed(1)} s` : ''}; ${answered} of ${asked} others answered`,
  )
  if (!kept) failures += 1
  for (const socket of sockets) socket.destroy()
}

/** How many connections of an attack the service still holds, by its own count. */
async function stillOpen(sockets: Socket[]): Promise<number> {
  const held = new Set((await (await fetch(`${replica.url}/callers`)).json()) as number[])
  return sockets.filter(({ localPort }) => localPort !== undefined && held.has(localPort)).length
}
