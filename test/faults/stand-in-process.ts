import { once } from 'node:events'
import { writing } from '../stand-ins/gateway/behaviours.ts'
import { writeDemo } from '../stand-ins/gateway/demo-writer.ts'
import { listing, startGateway } from '../stand-ins/gateway/gateway.ts'
import type { Order, StandInSettings } from './stand-ins.ts'
import { startUpstream, type Upstream } from './upstream.ts'

/** The host or the gateway of these tests in a process of its own, so that it can be stopped and killed. */
const { kind, port } = JSON.parse(process.argv[2]!) as StandInSettings
const server = kind === 'host' ? await startUpstream(port) : await startWriter(port)
process.on('message', ({ slowMs }: Order) => {
  if (slowMs !== null) server.slow(slowMs)
  process.send!({ calls: server.calls() })
})
process.send!({ port: server.port })
// The process that started this one has ended.
await once(process, 'disconnect')
process.exit()

async function startWriter(port: number): Promise<Upstream> {
  const { url, calls, close } = await startGateway(writing(writeDemo), { port, models: () => listing([]) })
  return { port: Number(new URL(url).port), calls: () => calls.length, slow: () => {}, close }
}
