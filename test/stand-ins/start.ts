import { join } from 'node:path'
import { buildRepository, makeFolder, type Step } from '../support/build-repository.ts'
import { startBitbucket } from './bitbucket.ts'
import { writing } from './gateway/behaviours.ts'
import { writeDemo } from './gateway/demo-writer.ts'
import { listing, startGateway } from './gateway/gateway.ts'
import { startGitServer } from './git-server.ts'
import { startGitea } from './gitea.ts'
import { startGithub } from './github.ts'
import { startGitlab } from './gitlab.ts'

/** Starts a stand-in by hand, over a small repository. Usage: npm run stand-in -- github */
const token = 'demo-token'
const root = makeFolder()
const tokens = { [token]: 'all' as const }
const scopes = ['read_api', 'read_repository', 'read:repository', 'read:issue', 'repository', 'pullrequest']
const accounts = { [token]: { scopes, sees: 'all' as const } }
const starters = {
  github: () => startGithub({ root, tokens }),
  gitlab: () => startGitlab({ root, tokens: accounts }),
  gitea: () => startGitea({ root, tokens: accounts }),
  bitbucket: () => startBitbucket({ root, tokens: accounts }),
  git: () => startGitServer({ root, tokens }),
}

const history: Step[] = [
  'Start',
  { tag: 'v1.0.0', annotated: true },
  'feat(api): add cursor pagination to /orders (#1)',
  { commit: 'fix: crash when the config file is empty (#2)', by: 'Ben' },
  'refactor: split the router (#3)',
  'feat!: drop Node 18 (#4)\n\nBREAKING CHANGE: Node 20.11 is the oldest supported version.',
]

const kind = process.argv[2] ?? ''
if (kind === 'gateway') await startWriter()
else if (!Object.hasOwn(starters, kind)) {
  console.error(`Name one of ${Object.keys(starters).join(', ')}, gateway: npm run stand-in -- github`)
  process.exitCode = 2
} else {
  buildRepository(history, { path: join(root, 'acme/widget') })
  const server = await starters[kind as keyof typeof starters]()
  const setting = {
    name: 'demo',
    kind,
    url: server.url,
    ...('apiUrl' in server ? { apiUrl: server.apiUrl } : {}),
  }
  console.log(`A stand-in for ${kind} with the repository acme/widget listens on ${server.url}. Try it:

NOTEWRIGHT_HOSTS='${JSON.stringify([setting])}' NOTEWRIGHT_TOKEN=${token} npm run -s notewright -- generate --host demo --repo acme/widget --from v1.0.0 --format hosting_release
`)
}

/** Starts a gateway whose only model writes every entry like the rules. */
async function startWriter(): Promise<void> {
  const model = 'demo/writer'
  const models = () => listing([{ id: model, pricing: { prompt: '0.000001', completion: '0.000002' } }])
  const { url } = await startGateway(writing(writeDemo), { models })
  console.log(`A stand-in for a gateway with the model ${model} listens on ${url} and accepts any key. Try it:

NOTEWRIGHT_GATEWAY_URL=${url} NOTEWRIGHT_MODEL=${model} NOTEWRIGHT_API_KEY=any npm run -s notewright -- generate
`)
}
