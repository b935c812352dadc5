import { Problem } from '../core/errors.ts'

/** The most bytes that the messages of a range may have. */
export const maxMessageBytes = 128 * 1024 * 1024

// Later steps keep 16,384 characters of a message; with one more they notice that it is cut.
const keptCharacters = 16 * 1024 + 1

/** Returns the beginning of a long message; a character of UTF-8 is not cut in two. */
export function cutMessage(bytes: Buffer): Buffer {
  if (bytes.length <= keptCharacters) return bytes
  let characters = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!
    if ((byte & 0xc0) === 0x80) continue
    if (characters >= keptCharacters) return bytes.subarray(0, at)
    // A character of four bytes has two code units.
    characters += byte >= 0xf0 ? 2 : 1
  }
  return bytes
}

/** The error for a range whose messages are too long to be read. */
export function tooMuchText(): Problem {
  return new Problem(
    'range_too_large',
    `The messages of the range have more than ${maxMessageBytes} bytes in total. Choose a smaller range.`,
  )
}
