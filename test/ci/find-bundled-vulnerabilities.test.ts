import { expect, test } from 'vitest'
import { findBundledVulnerabilities } from '../../ci/find-bundled-vulnerabilities.ts'

const licenses = 'fastify 5.12.8 (MIT)\n@fastify/static 10.1.10 (MIT)\n\nMIT License\n'
const report = (...found: [string, string][]) => ({
  auditReportVersion: 2,
  vulnerabilities: Object.fromEntries(
    found.map(([name, severity]) => [name, { name, severity, range: '<6.0.0', via: [], nodes: [] }]),
  ),
})

test('a vulnerability counts if its package is bundled and it is at least moderate', () => {
  const found = report(['fastify', 'low'], ['@fastify/static', 'moderate'], ['vitest', 'critical'])
  expect(findBundledVulnerabilities(found, licenses)).toEqual(['@fastify/static <6.0.0: moderate'])
  expect(findBundledVulnerabilities(report(), licenses)).toEqual([])
})

test('a report without vulnerabilities in it is an error, and so is an empty list of packages', () => {
  expect(() => findBundledVulnerabilities({ message: '405 Method Not Allowed' }, licenses)).toThrow()
  expect(() => findBundledVulnerabilities(report(), '')).toThrow(/npm run build/)
})
