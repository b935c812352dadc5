import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The faults that a proxy can inject. */
export const faults = ['none', 'delay', 'reset', 'half-close', 'trickle', 'freeze'] as const
export type FaultKind = (typeof faults)[number]

/** A TCP proxy that can inject faults. */
export interface FaultProxy {
  port: number
  /** Injects a fault into all connections, including open ones. */
  become: (fault: FaultKind) => void
  close: () => Promise<void>
}

const delayMs = 300
const trickleMs = 20

/** Starts a proxy before a port of this machine. */
export async function startProxy(target: number): Promise<FaultProxy> {
  let fault: FaultKind = 'none'
  const pairs = new Set<[Socket, Socket]>()
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true })
    const pair: [Socket, Socket] = [client, upstream]
    pairs.add(pair)
    carry(client, upstream, () => fault)
    carry(upstream, client, () => fault)
    const end = () => {
      pairs.delete(pair)
      for (const socket of pair) socket.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
    if (fault === 'reset') client.resetAndDestroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    become: (next) => {
      fault = next
      for (const [client, upstream] of pairs) {
        if (next === 'reset') client.resetAndDestroy()
        if (next === 'half-close') client.end()
        // Connections that were frozen have lost data.
        if (next === 'none') for (const socket of [client, upstream]) socket.destroy()
      }
    },
    close: async () => {
      server.close()
      for (const pair of pairs) for (const socket of pair) socket.destroy()
      await once(server, 'close')
    },
  }
}

function carry(from: Socket, to: Socket, fault: () => FaultKind): void {
  let order = Promise.resolve()
  from.on('data', (bytes) => {
    order = order.then(() => pass(bytes, to, fault))
  })
  from.on('end', () => {
    order = order.then(() => void (to.writable && to.end()))
  })
}

async function pass(bytes: Buffer, to: Socket, fault: () => FaultKind): Promise<void> {
  const now = fault()
  if (now === 'freeze') return
  if (now === 'delay') await pause(delayMs)
  if (now === 'half-close') return void to.end()
  if (now === 'trickle') {
    for (const byte of bytes.subarray(0, 200)) {
      if (!to.writable || fault() !== 'trickle') break
      to.write(Buffer.of(byte))
      await pause(trickleMs)
    }
    return
  }
  if (to.writable) to.write(bytes)
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
