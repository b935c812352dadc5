import { z } from 'zod'

const reportSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({ severity: z.enum(['info', 'low', 'moderate', 'high', 'critical']), range: z.string() }),
  ),
})
const ignored = new Set(['info', 'low'])

/** Lists the vulnerabilities in an `npm audit --json` report that are in packages of `dist/licenses.txt`. */
export function findBundledVulnerabilities(report: unknown, licenses: string): string[] {
  const { vulnerabilities } = reportSchema.parse(report)
  const bundled = new Set([...licenses.matchAll(/^(\S+) \d+\.\S+ \([^()\n]+\)$/gm)].map(([, name]) => name))
  if (bundled.size === 0) throw new Error('dist/licenses.txt names no package. Run `npm run build` first.')
  return Object.entries(vulnerabilities)
    .filter(([name, { severity }]) => bundled.has(name) && !ignored.has(severity))
    .map(([name, { severity, range }]) => `${name} ${range}: ${severity}`)
}
