import { spawnSync } from 'node:child_process'
import { openSync } from 'node:fs'
import { type Order, receive, send } from './message.ts'

/** Runs programs one after the other, as they are ordered through a pipe, until that is closed. */
const [orders, outcomes] = [openSync(process.argv[2]!, 'r'), openSync(process.argv[3]!, 'w')]
for (let order = receive<Order>(orders); order; order = receive<Order>(orders)) {
  const { program, words, ...settings } = order
  const { status, stdout, stderr, error } = spawnSync(program, words, { ...settings, maxBuffer: 1 << 28 })
  const nothing = Buffer.alloc(0)
  send(outcomes, {
    status: error ? null : status,
    stdout: stdout ?? nothing,
    stderr: error ? Buffer.from(String(error)) : (stderr ?? nothing),
  })
}
