import { spawnSync } from 'node:child_process'
import { openSync } from 'node:fs'
import { type ProgramRequest, receiveMessage, sendMessage } from './program-messages.ts'

/** Runs the requested programs one after the other until the request pipe is closed. */
const [requests, results] = [openSync(process.argv[2]!, 'r'), openSync(process.argv[3]!, 'w')]
const next = () => receiveMessage<ProgramRequest>(requests)
for (let request = next(); request; request = next()) {
  const { program, args, ...options } = request
  const { status, stdout, stderr, error } = spawnSync(program, args, { ...options, maxBuffer: 1 << 28 })
  const nothing = Buffer.alloc(0)
  sendMessage(results, {
    status: error ? null : status,
    stdout: stdout ?? nothing,
    stderr: error ? Buffer.from(String(error)) : (stderr ?? nothing),
  })
}
