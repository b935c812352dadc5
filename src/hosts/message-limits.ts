import { Problem } from '../core/errors.ts'

/** The most bytes that the messages of a range may have. */
export const maxMessageBytes = 128 * 1024 * 1024

// Later steps keep 16,384 characters of a message, which are at most this many bytes.
const keptBytes = 64 * 1024

/** Returns the beginning of a long message; a character of UTF-8 is not cut in two. */
export function cutMessage(bytes: Buffer): Buffer {
  if (bytes.length <= keptBytes) return bytes
  let end = keptBytes
  while (end > keptBytes - 4 && (bytes[end]! & 0xc0) === 0x80) end -= 1
  return bytes.subarray(0, end)
}

/** The error for a range whose messages are too long to be read. */
export function tooMuchText(): Problem {
  return new Problem(
    'range_too_large',
    `The messages of the range have more than ${maxMessageBytes} bytes in total. Choose a smaller range.`,
  )
}
