import { z } from 'zod'

/** A whole number between two others. */
export const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(least).max(most))

/** A token or a key. */
export const token = () =>
  z
    .string()
    .min(1)
    .max(1024, 'must be at most 1,024 characters')
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')

/** Where Redis is. */
export const redisUrl = () =>
  z.url({ protocol: /^rediss?$/, error: 'must be an address such as redis://localhost:6379' })

/** How many requests a minute. */
export const rate = () =>
  z
    .string()
    .regex(/^\d{1,6}(\/min)?$/, 'must be a number of requests a minute, such as 30')
    .transform((text) => Number.parseInt(text, 10))
    .pipe(z.number().min(1))

/** Origins of web pages. */
export const originList = () =>
  z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((origin) => origin !== ''))
    .pipe(
      z.array(
        z.string().refine((origin) => URL.canParse(origin) && new URL(origin).origin === origin, {
          message: 'must be origins such as https://notes.example.org, with commas between them',
        }),
      ),
    )

/** As OpenTelemetry writes it: `name=value`, with commas between, values escaped as in an address. */
export const headerList = () =>
  z.string().transform((text, context) => {
    const pairs = text.split(',').map((pair) => /^\s{0,9}([\w-]{1,100})\s{0,9}=(.{0,4000})$/s.exec(pair))
    if (pairs.every((pair) => pair !== null)) {
      return Object.fromEntries(pairs.map((pair) => [pair[1]!.toLowerCase(), unescaped(pair[2]!.trim())]))
    }
    context.addIssue({ code: 'custom', message: 'must be name=value, with commas between them' })
    return z.NEVER
  })

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Many write them as they are.
    return text
  }
}
