import { readSync, writeSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'

/** A program to run. */
export interface ProgramRequest {
  program: string
  args: string[]
  cwd: string
  env: Record<string, string | undefined>
  input: Uint8Array
}

/** The result of a run; the status is null if the program could not be started or was killed. */
export interface ProgramResult {
  status: number | null
  stdout: Uint8Array
  stderr: Uint8Array
}

/** Writes a value into a pipe, prefixed with its length. */
export function sendMessage(pipe: number, value: ProgramRequest | ProgramResult): void {
  const body = serialize(value)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(body.length)
  const bytes = Buffer.concat([length, body])
  for (let written = 0; written < bytes.length; ) written += writeSync(pipe, bytes, written)
}

/** Waits for the next value of a pipe; returns null when the other end is closed. */
export function receiveMessage<Value extends ProgramRequest | ProgramResult>(pipe: number): Value | null {
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
