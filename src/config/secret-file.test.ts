import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readSecretFile } from './secret-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'notewright-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a file that does not exist is created once, readable by its owner only', () => {
  const path = join(folder, 'secret')
  const created = readSecretFile(path)
  expect(created.secret).toMatch(/^[\w-]{43}$/)
  expect(created.note).toContain(path)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readSecretFile(path)).toEqual({ secret: created.secret, note: null })
  expect(readFileSync(path, 'utf8')).toBe(`${created.secret}\n`)
  expect(readdirSync(folder)).toEqual(['secret'])
})

test('an existing file is read without the white space around its text', () => {
  const path = join(folder, 'own')
  writeFileSync(path, '  a secret of the operator\r\n')
  expect(readSecretFile(path)).toEqual({ secret: 'a secret of the operator', note: null })
})

test('a short secret or an impossible path is a problem that names the file and not its text', () => {
  const path = join(folder, 'short')
  writeFileSync(path, 's3cret')
  expect(() => readSecretFile(path)).toThrow(
    `NOTEWRIGHT_SECRET_FILE: the file ${path} has fewer than 16 characters.`,
  )
  expect(() => readSecretFile(path)).not.toThrow('s3cret')
  expect(() => readSecretFile(join(folder, 'missing/secret'))).toThrow('cannot be read or created (ENOENT)')
})
