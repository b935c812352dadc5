// Letters, digits and the other characters of base64, with which tokens are written.
const inRun = new Uint8Array(128)
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-')
  inRun[character.charCodeAt(0)] = 1

/**
 * Finds the start of the next run of token characters that has at least a length; -1 if there is none. In prose it
 * looks at few characters, because it compares from the end of where a run would be.
 */
export function findLongRun(text: string, length: number, from = 0): number {
  for (let start = from; start + length <= text.length; ) {
    let at = start + length - 1
    while (at >= start && inRun[text.charCodeAt(at)] === 1) at -= 1
    if (at < start) return start
    start = at + 1
  }
  return -1
}

/** Finds the end of a run of token characters. */
export function endOfRun(text: string, from: number): number {
  let end = from
  while (inRun[text.charCodeAt(end)] === 1) end += 1
  return end
}
