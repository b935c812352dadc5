import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Gives the whole run one temporary folder and removes it at the end, including what killed processes left there. */
export default function setUp(): () => void {
  const path = mkdtempSync(join(tmpdir(), 'notewright-run-'))
  process.env.TMPDIR = path
  process.env.NODE_COMPILE_CACHE = join(path, 'compiled')
  return () => rmSync(path, { recursive: true, force: true })
}
