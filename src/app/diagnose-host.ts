import type { Commit } from '../core/commit.ts'
import type { Deadline } from '../core/deadline.ts'
import type { Diagnosis, DiagnosisStep, DiagnosisStepId } from '../core/diagnosis.ts'
import { asProblem, Problem } from '../core/errors.ts'
import type { Host } from '../core/host.ts'
import { type ObservedRequest, observeRequests } from '../core/observe-requests.ts'
import type { Repository } from '../core/repository.ts'
import type { HostKind } from '../core/web-address.ts'

/** What is checked, and with which token. */
export interface DiagnosisRequest extends Deadline {
  token: string | null
  /** The repository to read; null to check the host and the token alone. */
  repoFullName: string | null
}

/** What a step found out: a detail, and whether something is missing. */
type StepResult = string | { missing: string }

const stepTimeoutMs = 15_000
const fromRef = 'HEAD~10'
const maxCommits = 100

/**
 * Checks step by step whether notes can be generated from a host: the token, the repository, its refs and commits, git's
 * protocol, and everything else that notes use. Nothing is written. A step after one that failed is skipped.
 */
export async function diagnoseHost(
  host: Host,
  { token, repoFullName, signal, deadlineAt }: DiagnosisRequest,
): Promise<Diagnosis> {
  const steps: DiagnosisStep[] = []
  const isBlocked = () => steps.some(({ status }) => status === 'failed')
  const run = async (id: DiagnosisStepId, check: (access: StepAccess) => Promise<StepResult>) => {
    if (isBlocked()) {
      steps.push({ id, status: 'skipped', detail: skipped, code: null, milliseconds: 0, requests: [] })
      return
    }
    steps.push(await runStep(id, check, { token, signal, deadlineAt }))
  }

  await run('token', async () => describeToken(host.kind, token))
  if (repoFullName === null) {
    await run('repositories', async (access) => listRepositories(host, access))
  } else {
    let repository: Repository | null = null
    let range: { fromSha: string | null; toSha: string } | null = null
    let commits: Commit[] = []
    // The repository keeps the access it was opened with, so all its steps share one.
    const access = { repoFullName, token, signal, deadlineAt }
    await run('repository', async () => {
      repository = await host.open(access)
      return 'The token can read the repository.'
    })
    await run('refs', async () => {
      const { from, to, empty } = await repository!.resolveRefs(fromRef, 'HEAD')
      if (empty || to.sha === null)
        throw new Problem('empty_repository', `${repoFullName} has no commits yet. Push a commit first.`)
      range = { fromSha: from.sha, toSha: to.sha }
      return `HEAD is ${to.sha.slice(0, 12)}.`
    })
    await run('commits', async () => {
      commits = await gather(repository!.commits(range!, maxCommits))
      return `The last ${commits.length === 1 ? 'commit was' : `${commits.length} commits were`} read.`
    })
    await run('git', async () => checkGit(repository!, commits))
    await run('details', async () => checkDetails(repository!, commits, range!.toSha))
    await run('publishing', async () => checkPublishing(host, access))
  }
  return { host: host.name, kind: host.kind, repoFullName, ok: !isBlocked(), steps }
}

const skipped = 'Skipped, because a step before it failed.'

type StepAccess = Deadline & { token: string | null }

async function runStep(
  id: DiagnosisStepId,
  check: (access: StepAccess) => Promise<StepResult>,
  access: StepAccess,
): Promise<DiagnosisStep> {
  const requests: ObservedRequest[] = []
  const startedAt = performance.now()
  const end = (rest: Pick<DiagnosisStep, 'status' | 'detail' | 'code'>): DiagnosisStep => ({
    id,
    ...rest,
    milliseconds: Math.round(performance.now() - startedAt),
    requests,
  })
  try {
    const result = await observeRequests(
      (request) => requests.push(request),
      () => within(stepTimeoutMs, check(access)),
    )
    return typeof result === 'string'
      ? end({ status: 'ok', detail: result, code: null })
      : end({ status: 'warning', detail: result.missing, code: null })
  } catch (error) {
    access.signal.throwIfAborted()
    const { code, message } = asProblem(error)
    return end({ status: 'failed', detail: message, code })
  }
}

/** A host that does not answer fails its step, so that the others are reported. */
async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const problem = new Problem(
      'host_unreachable',
      `The host did not answer within ${milliseconds / 1000} seconds. Check its URL, the network and its status page.`,
    )
    timer = setTimeout(() => reject(problem), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

async function gather(stream: AsyncIterable<Commit>): Promise<Commit[]> {
  const commits: Commit[] = []
  for await (const commit of stream) commits.push(commit)
  return commits
}

async function listRepositories(host: Host, access: StepAccess): Promise<StepResult> {
  if (host.kind === 'git')
    return { missing: 'A git server cannot list its repositories. Name one to check it.' }
  const { items, nextPage } = await host.listRepositories({ query: '', page: 1 }, access)
  return `The host accepts the token and lists ${items.length === 1 ? '1 repository' : `${nextPage === null ? '' : 'at least '}${items.length} repositories`}.`
}

/** Trees come only over git's protocol. */
async function checkGit(repository: Repository, commits: Commit[]): Promise<StepResult> {
  const single = commits.filter(({ parents }) => parents.length < 2)
  const changed = await repository.changedFiles(commits)
  const read = single.filter(({ sha }) => changed.has(sha)).length
  if (read === single.length) return "The changed files were read over git's protocol."
  return {
    missing:
      "The changed files could not be read over git's protocol: changes that touch only documentation or tests may be included. Check that the token may read the code, and that the server allows filters (`uploadpack.allowFilter`).",
  }
}

async function checkDetails(repository: Repository, commits: Commit[], toSha: string): Promise<StepResult> {
  const { pullRequests, changelog, warnings } = await repository.details(commits, toSha)
  const missing = warnings.filter(({ code }) => code !== 'changed-files-unknown')
  if (missing.length > 0) return { missing: missing.map(({ detail }) => detail).join(' ') }
  const requests = pullRequests.length === 1 ? '1 pull request' : `${pullRequests.length} pull requests`
  return `${requests} of these commits and ${changelog ? changelog.path : 'no changelog'} were found.`
}

async function checkPublishing(
  host: Host,
  access: Deadline & { token: string | null; repoFullName: string },
): Promise<StepResult> {
  try {
    const { defaultBranch } = await host.openPublisher(access)
    return `The repository is not archived; the default branch is ${defaultBranch}. Write access was not tested.`
  } catch (error) {
    access.signal.throwIfAborted()
    if (!(error instanceof Problem)) throw error
    return { missing: error.message }
  }
}

const tokenForms: [HostKind, RegExp, string][] = [
  ['github', /^ghp_/, 'a classic personal access token'],
  ['github', /^github_pat_/, 'a fine-grained personal access token'],
  ['github', /^ghs_/, "the token of a GitHub App or of GitHub Actions' job"],
  ['github', /^gh[ou]_/, 'an OAuth or user token of an App'],
  ['gitlab', /^glpat-/, 'a personal, project or group access token'],
  ['gitlab', /^(?:gitlab-ci-token:|glcbt-)/, 'the token of a CI job, which reads git and not merge requests'],
  ['gitlab', /(?:^|:)gldt-/, 'a deploy token, which reads git and not merge requests'],
  ['bitbucket', /:/, 'an API token with the email address of its owner'],
  ['bitbucket', /^ATATT/, 'an API token without the email address of its owner'],
  ['bitbucket', /^ATCTT/, 'an access token of a repository, project or workspace'],
  ['gitea', /:/, 'the name and password of an account'],
  ['git', /:/, 'a user name and a password'],
]

/** Names the form of a token, and shows nothing of it. */
function describeToken(kind: HostKind, token: string | null): string {
  if (token === null) return 'No token is sent.'
  const form = tokenForms.find(([of, pattern]) => of === kind && pattern.test(token))?.[2]
  return `The token is sent as ${form ?? 'an access token'}.`
}
