import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PktLine, readPktLines, textOf, writeCommand } from './pkt-line.ts'

async function* inPieces(bytes: Buffer, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

async function read(bytes: Buffer, size = 7): Promise<string[]> {
  const lines: string[] = []
  const named = (line: PktLine) => (typeof line === 'string' ? line : `=${textOf(line)}`)
  for await (const line of readPktLines(inPieces(bytes, size))) lines.push(named(line))
  return lines
}

describe('the packets of a response', () => {
  test('are read with the special packets between them', async () => {
    expect(await read(Buffer.from('0008ACK\n0001000epackfile \n00000002'))).toEqual([
      ...['=ACK', 'delimiter', '=packfile ', 'flush', 'end'],
    ])
    expect(await read(Buffer.from('0004'))).toEqual(['='])
    expect(await read(Buffer.from(''))).toEqual([])
  })

  test('are read as they were written, in chunks of any size', async () => {
    const line = fc.string({ minLength: 1, maxLength: 40 }).filter((text) => !text.includes('\n'))
    const property = fc.asyncProperty(
      fc.array(line),
      fc.array(line),
      fc.integer({ min: 1, max: 50 }),
      async (capabilities, lines, size) => {
        const expected = [
          ...capabilities.map((each) => `=${each}`),
          'delimiter',
          ...lines.map((each) => `=${each}`),
          'flush',
        ]
        expect(await read(writeCommand(capabilities, lines), size)).toEqual(expected)
      },
    )
    await fc.assert(property)
  })

  test.each([
    ['<html>', 'host_unusable'],
    ['0003', 'host_unusable'],
    ['fff1x', 'host_unusable'],
    ['00', 'host_incomplete'],
    ['0009AC', 'host_incomplete'],
    ['0008ACK\n000', 'host_incomplete'],
  ])('%j is an error', async (bytes, code) => {
    await expect(read(Buffer.from(bytes))).rejects.toMatchObject({ code })
  })
})
