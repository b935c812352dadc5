import { readSync, writeSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'

/** A program to be run to its end. */
export interface Order {
  program: string
  words: string[]
  cwd: string
  env: Record<string, string | undefined>
  input: Uint8Array
}

/** How it ended; the status is null where it could not be started, or was killed. */
export interface Outcome {
  status: number | null
  stdout: Uint8Array
  stderr: Uint8Array
}

/** Writes a value into a pipe, its length first. */
export function send(pipe: number, value: Order | Outcome): void {
  const body = serialize(value)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(body.length)
  const bytes = Buffer.concat([length, body])
  for (let done = 0; done < bytes.length; ) done += writeSync(pipe, bytes, done)
}

/** Waits for the next value of a pipe; null when the other side has gone. */
export function receive<Value extends Order | Outcome>(pipe: number): Value | null {
  const length = readBytes(pipe, 4)
  const body = length && readBytes(pipe, length.readUInt32LE())
  return body && (deserialize(body) as Value)
}

function readBytes(pipe: number, count: number): Buffer | null {
  const bytes = Buffer.alloc(count)
  for (let done = 0; done < count; ) {
    const read = readSync(pipe, bytes, done, count - done, null)
    if (read === 0) return null
    done += read
  }
  return bytes
}
