import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Problem } from '../core/errors.ts'

const minLength = 16

/** The secret of a file, and a note for the operator if the file was created now. */
export interface StoredSecret {
  secret: string
  note: string | null
}

/** Reads the secret in a file; if there is no such file, creates it with a random secret. */
export function readSecretFile(path: string): StoredSecret {
  try {
    const known = readIfExists(path)
    if (known !== null) return { secret: checkLength(known, path), note: null }
    if (createFile(path))
      return { secret: checkLength(readFileSync(path, 'utf8'), path), note: describe(path) }
    // Another process created it at the same moment.
    return { secret: checkLength(readFileSync(path, 'utf8'), path), note: null }
  } catch (error) {
    if (error instanceof Problem) throw error
    const code = error instanceof Error && 'code' in error ? error.code : 'an error'
    throw invalidFile(`cannot be read or created (${code})`, path, { cause: error })
  }
}

function readIfExists(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Returns whether this process created the file. A link makes it appear with its content, never empty. */
function createFile(path: string): boolean {
  const bytes = process.getBuiltinModule('node:crypto').randomBytes(40)
  const temporary = `${path}.${bytes.toString('hex', 0, 8)}`
  writeFileSync(temporary, `${bytes.toString('base64url', 8)}\n`, { flag: 'wx', mode: 0o600 })
  try {
    linkSync(temporary, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(temporary, { force: true })
  }
}

function checkLength(text: string, path: string): string {
  const secret = text.trim()
  if (secret.length < minLength) throw invalidFile(`has fewer than ${minLength} characters`, path)
  return secret
}

function describe(path: string): string {
  return `A new secret was generated and stored in ${path}. All processes on this machine that read this file share it. To run on several machines, set NOTEWRIGHT_SECRET to the same value on each of them.`
}

function invalidFile(fault: string, path: string, options?: ErrorOptions): Problem {
  return new Problem(
    'invalid_request',
    `NOTEWRIGHT_SECRET_FILE: the file ${path} ${fault}. Correct the path or the file, or set NOTEWRIGHT_SECRET instead.`,
    options,
  )
}
