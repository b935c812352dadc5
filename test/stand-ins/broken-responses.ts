import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { BackendResponse } from './git-backend.ts'

/** Sends an answer, or as much of it as the fault lets through. */
export async function sendPartly(
  response: ServerResponse,
  answer: BackendResponse,
  fault: { truncate?: number; halfClose?: number },
): Promise<void> {
  const most = fault.truncate ?? fault.halfClose ?? Number.POSITIVE_INFINITY
  response.on('close', answer.stop)
  const { status, headers } = await answer.head
  response.writeHead(status, headers)
  let sent = 0
  for await (const piece of answer.body) {
    const part = piece.subarray(0, most - sent)
    sent += part.length
    if (!response.write(part)) await drained(response)
    if (sent >= most || response.destroyed) break
  }
  if (fault.halfClose === undefined) response.end()
  else setTimeout(() => response.destroy(), 20)
}

/** Lets an answer begin and never end: by good lines, by nothing, or by bytes without sense. */
export function sendEndlessly(response: ServerResponse, kind: 'lines' | 'silence' | 'noise'): void {
  response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' })
  if (kind === 'silence') {
    response.flushHeaders()
    return
  }
  const progress = `fff0\x02${'.'.repeat(0xfff0 - 5)}`
  const piece = kind === 'lines' ? Buffer.from(progress, 'latin1') : Buffer.alloc(65_536, 0x07)
  if (kind === 'lines') response.write('000dpackfile\n')
  const send = async () => {
    while (!response.destroyed) if (!response.write(piece)) await drained(response)
  }
  void send()
}

/** Sends a few hundred kilobytes that unpack to far more than any answer may have. */
export function sendBomb(response: ServerResponse): void {
  const progress = Buffer.from(`fff0\x02${'.'.repeat(0xfff0 - 5)}`, 'latin1')
  const start = gzipSync('000dpackfile\n')
  const lines = gzipSync(Buffer.concat(Array<Buffer>(100).fill(progress)))
  response.writeHead(200, { 'content-encoding': 'gzip' })
  response.end(Buffer.concat([start, ...Array<Buffer>(100).fill(lines)]))
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      response.off('drain', settle).off('close', settle)
      resolve()
    }
    response.on('drain', settle).on('close', settle)
  })
}
