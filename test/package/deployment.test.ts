import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { localFolder, openService } from '../http/service.ts'
import { makeFolder } from '../support/build-repository.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { app } = await openService([localFolder(makeFolder())])
afterAll(() => app.close())
const statusOf = async (url: string) => (await app.inject({ method: 'GET', url })).statusCode

describe('the image', () => {
  const lines = read('Dockerfile')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line))
  const of = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1))

  test('copies only what is there and is let through', () => {
    const sources = of('COPY')
      .filter((line) => !line.startsWith('--from'))
      .flatMap((line) => line.split(' ').slice(0, -1))
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1))
    for (const source of sources) {
      expect(existsSync(join(root, source)), source).toBe(true)
      expect(allowed).toContain(source)
    }
  })

  test('runs as an unprivileged user, with the build output', () => {
    expect(of('USER')).toEqual(['node'])
    expect(lines.indexOf('USER node')).toBeLessThan(lines.findIndex((line) => line.startsWith('ENTRYPOINT')))
    expect(JSON.parse(of('ENTRYPOINT')[0]!)).toEqual(['node', '/app/dist/main.js'])
    expect(JSON.parse(of('CMD')[0]!)).toEqual(['serve'])
    expect(parse(read('package.json')).bin.notewright).toBe('dist/main.js')
  })

  test('has a health check on an existing route', async () => {
    const [, route] = /\$\{process\.env\.PORT\}(\/\w+)/.exec(of('HEALTHCHECK')[0]!)!
    expect(await statusOf(route!)).toBe(200)
  })
})

describe('compose', () => {
  const { services, volumes } = parse(read('compose.yaml'), { merge: true })
  const mount = 'state:/var/lib/notewright'

  test('starts the service alone, and with a profile a worker and a Redis, all on read-only disks', () => {
    expect(Object.keys(services)).toEqual(['notewright', 'worker', 'redis'])
    expect(services.notewright.profiles).toBeUndefined()
    expect(services.notewright.ports).toEqual(['127.0.0.1:3000:3000'])
    for (const name of ['worker', 'redis']) {
      expect(services[name].profiles).toEqual(['queue'])
      expect(services[name].ports).toBeUndefined()
    }
    for (const service of Object.values(services) as Record<string, unknown>[]) {
      expect(service.read_only).toBe(true)
      expect(service.cap_drop).toEqual(['ALL'])
    }
  })

  test('requires no variable; the service and the worker share the secret of a volume', () => {
    expect(read('compose.yaml')).not.toContain(':?')
    expect(services.worker.environment).toEqual(services.notewright.environment)
    expect(services.notewright.volumes).toEqual([mount])
    expect(services.worker.volumes).toEqual([mount])
    expect(Object.keys(volumes)).toEqual(['state'])
    expect(services.notewright.environment.NOTEWRIGHT_SECRET_FILE).toBe('/var/lib/notewright/secret')
    expect(read('Dockerfile')).toContain('chown node:node /var/lib/notewright')
  })

  test('does not let Redis evict queued requests', () => {
    expect(services.redis.command.join(' ')).toContain('--maxmemory-policy noeviction')
  })
})

describe('Kubernetes', () => {
  const files = ['deployment', 'service', 'autoscaler'].map((name) => read(`deploy/kubernetes/${name}.yaml`))
  const objects = files.flatMap((text) => parseAllDocuments(text).map((document) => document.toJS()))
  const [deployment, service, budget, autoscaler] = objects
  const pod = deployment.spec.template.spec
  const [container] = pod.containers

  test('every object has its version, kind and name, and selects the same pods', () => {
    expect(objects.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).toEqual([
      'apps/v1 Deployment',
      'v1 Service',
      'policy/v1 PodDisruptionBudget',
      'autoscaling/v2 HorizontalPodAutoscaler',
    ])
    for (const { metadata } of objects) expect(metadata.name).toBe('notewright')
    const labels = deployment.spec.template.metadata.labels
    expect(deployment.spec.selector.matchLabels).toEqual(labels)
    expect(service.spec.selector).toEqual(labels)
    expect(budget.spec.selector.matchLabels).toEqual(labels)
    expect(service.spec.ports[0].targetPort).toBe(container.ports[0].name)
  })

  test('probes ask routes that there are', async () => {
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
      expect(await statusOf(container[probe].httpGet.path)).toBe(200)
  })

  test('limits what a pod may take and do', () => {
    expect(container.resources).toEqual({
      requests: { cpu: '250m', memory: '192Mi' },
      limits: { cpu: '2', memory: '512Mi' },
    })
    expect(pod.securityContext.runAsNonRoot).toBe(true)
    expect(container.securityContext).toMatchObject({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
    })
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(30)
  })

  test('workers and a Redis for the queue are in a folder of their own, with the limits of the service', () => {
    const [worker] = parseAllDocuments(read('deploy/kubernetes/queue/worker.yaml')).map((each) => each.toJS())
    const [redis, redisService] = parseAllDocuments(read('deploy/kubernetes/queue/redis.yaml')).map((each) =>
      each.toJS(),
    )
    const [program] = worker.spec.template.spec.containers
    expect(program).toMatchObject({ image: container.image, args: ['worker'], envFrom: container.envFrom })
    expect(program.resources).toEqual(container.resources)
    expect(program.securityContext).toEqual(container.securityContext)
    for (const { spec } of [worker, redis])
      expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels)
    expect(redisService.spec.selector).toEqual(redis.spec.selector.matchLabels)
    expect(redis.spec.template.spec.containers[0].args.join(' ')).toContain('--maxmemory-policy noeviction')
  })

  test('scales by a metric that the service exports', async () => {
    const { name } = autoscaler.spec.metrics[0].pods.metric
    expect((await app.inject('/metrics')).body).toMatch(new RegExp(`^${name} 0$`, 'm'))
  })
})
