import { expect, test } from 'vitest'
import { decodeText } from './changelog-file.ts'

test('a text is read with its byte order mark, and a missing file is empty', () => {
  const read = (bytes: Buffer | null) => decodeText({ path: 'CHANGELOG.md', bytes })
  expect(read(Buffer.from('\ufeff# Changelog\n'))).toBe('\ufeff# Changelog\n')
  expect(read(null)).toBe('')
  expect(() => read(Buffer.from([0xc4]))).toThrow('CHANGELOG.md is not valid UTF-8 and was not changed.')
})
