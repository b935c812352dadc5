import type { FastifyRequest } from 'fastify'
import { formatError } from '../text/format-error.ts'
import { maskSecrets } from '../text/mask-secrets.ts'
import { redact } from '../text/redact.ts'

const maxPathLength = 200

/** The logger of the server: it writes to standard error, without query strings and without secrets. */
export function loggerOptions(level: string) {
  return {
    level,
    // Standard output is for the results of commands.
    stream: { write: (line: string) => void process.stderr.write(redact(line).text) },
    serializers: {
      req: ({ method, url, ip, socket }: Pick<FastifyRequest, 'method' | 'url' | 'ip' | 'socket'>) => ({
        method,
        // The query string is the caller's text; it may contain a token by mistake.
        url: url.split('?', 1)[0]!.slice(0, maxPathLength),
        remoteAddress: ip,
        remotePort: socket?.remotePort ?? 0,
      }),
      err: (error: Error) => ({ type: error.name, message: '', stack: formatError(error) }),
    },
  }
}

/** Returns a function that masks the caller's credentials in a text. */
export function maskCredentials({ headers }: Pick<FastifyRequest, 'headers'>): (text: string) => string {
  const secrets = [headers.authorization, headers['x-host-token'], headers['x-api-key']]
    .map((value) => String(value ?? ''))
    .flatMap((value) => [value, value.split(' ').at(-1)!])
  return maskSecrets(secrets)
}
