import { Problem } from '../core/errors.ts'

/** Who was asked, as far as a failure tells it. */
interface Asked {
  url: string
  source?: 'host' | 'gateway'
}

/** No answer, or half of one. */
export function unreachable({ url, source = 'host' }: Asked, cause: unknown): Problem {
  return new Problem(
    `${source}_unreachable`,
    `${new URL(url).host} did not give a whole answer. It may be down, or the connection to it; try again later.`,
    { cause },
  )
}

/** Too many wait for the same one already. */
export function busy({ url, source = 'host' }: Asked): Problem {
  return new Problem(
    `${source}_busy`,
    `${new URL(url).host} answers so slowly that too many requests wait for it already. Try again in a few seconds.`,
    { retryAfter: 5 },
  )
}

/** An answer past its cap. */
export function tooLarge({ source = 'host' }: Asked, most: number): Problem {
  return new Problem(
    `${source}_unusable`,
    `The ${source}'s answer is larger than ${most} bytes. Ask for a smaller range.`,
  )
}

/** A question that no door leads to. */
export function notConfigured({ url }: Asked): Problem {
  return new Problem(
    'internal',
    'A request to a host that is not configured was stopped; please report it.',
    { cause: new URL(url).origin },
  )
}
