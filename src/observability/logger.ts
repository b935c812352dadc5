import type { FastifyRequest } from 'fastify'
import { formatError } from '../text/format-error.ts'
import { maskSecrets } from '../text/mask-secrets.ts'
import { redact } from '../text/redact.ts'

const mostPath = 200

/** How the log is written: to standard error, without what callers put into addresses, and without secrets. */
export function carefulLog(level: string) {
  return {
    level,
    // Standard output is for people and scripts.
    stream: { write: (line: string) => void process.stderr.write(redact(line).text) },
    serializers: {
      req: ({ method, url, ip, socket }: Pick<FastifyRequest, 'method' | 'url' | 'ip' | 'socket'>) => ({
        method,
        // What follows the question mark is the caller's: letters to search for, or a token by mistake.
        url: url.split('?', 1)[0]!.slice(0, mostPath),
        remoteAddress: ip,
        remotePort: socket?.remotePort ?? 0,
      }),
      err: (error: Error) => ({ type: error.name, message: '', stack: formatError(error) }),
    },
  }
}

/** Makes a function that hides everything by which a caller is let in somewhere. */
export function hideCaller({ headers }: Pick<FastifyRequest, 'headers'>): (text: string) => string {
  const words = [headers.authorization, headers['x-host-token'], headers['x-api-key']]
    .map((value) => String(value ?? ''))
    .flatMap((value) => [value, value.split(' ').at(-1)!])
  return maskSecrets(words)
}
