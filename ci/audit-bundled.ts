import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBundledVulnerabilities } from './find-bundled-vulnerabilities.ts'

/** Fails if a bundled package has a known vulnerability. Usage: npm audit --json | node ci/audit-bundled.ts */
const report = JSON.parse(readFileSync(0, 'utf8'))
const licenses = readFileSync(join(import.meta.dirname, '../dist/licenses.txt'), 'utf8')
const found = findBundledVulnerabilities(report, licenses)
for (const line of found) process.stdout.write(`::error::${line}\n`)
process.exitCode = found.length === 0 ? 0 : 1
