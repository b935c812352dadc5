import { useEffect, useState } from 'preact/hooks'
import type { RefName } from '../../src/core/listing.ts'
import type { HostKind } from '../../src/core/web-address.ts'
import { parseReleaseTag } from '../../src/git/tag.ts'
import { defaultTagRules, nameTag } from '../../src/git/tag-rules.ts'
import { listRefs } from '../api-client/listings.ts'
import type { PublishContent, PublishRequest } from '../api-client/publish.ts'
import { Combobox, type ComboboxOption } from '../components/combobox.tsx'
import { RadioGroup, TextField } from '../components/field.tsx'
import { shortSha } from '../components/format.ts'
import { proposedTag } from '../configuration/propose-version.ts'
import { currentConfig } from '../configuration/use-format.ts'
import type { AppState, Session } from '../state/app-state.ts'
import { useAppState } from '../state/store.ts'
import { publishStrings as strings } from '../strings/publish.ts'
import { type PublishingFacts, releaseOf } from './use-publishing.ts'

/** Where the notes go. */
export type Destination = PublishRequest['kind'] | 'copy'

type Mark = 'latest' | 'prerelease' | 'neither'

/** The values of the publish form. */
export interface PublishFormFields {
  tag: string
  name: string
  /** The commit that a new tag is created at; empty if the tag exists. */
  target: string
  /** Whether the release is published immediately instead of saved as a draft. */
  publish: boolean
  mark: Mark
  path: string
  base: string
  title: string
}

interface PublishFieldsProps {
  kind: Destination
  fields: PublishFormFields
  hostKind: HostKind
  session: Session
  /** What is known about the repository. */
  facts: PublishingFacts
  /** The base branch that the server uses if none is given; empty if it is not known yet. */
  knownBase: string
  /** The names of required fields that are empty, once the user tried to send. */
  missing: Set<string>
  onChange: (given: Partial<PublishFormFields>) => void
}

/** The fields of a destination. */
export function PublishFields(props: PublishFieldsProps) {
  if (props.kind === 'release') return <ReleaseFields {...props} />
  if (props.kind === 'copy') return null
  return <FileFields {...props} />
}

function ReleaseFields({ fields, hostKind, session, facts, missing, onChange }: PublishFieldsProps) {
  const repo = useAppState((state) => state.options.repo)
  const hasDrafts = hostKind !== 'gitlab'
  const release = releaseOf(fields.tag, facts)
  const isPublic = release?.draft === false
  const ofTag = useTagHint(session, fields)
  const tagHint = release ? (release.draft ? strings.hasDraft : strings.hasRelease) : ofTag
  const search = async (query: string, signal: AbortSignal) => {
    const refs = await listRefs(session, { repo, query }, signal)
    const tags = refs.filter(({ kind }) => kind === 'tag')
    const isNew = ({ name }: RefName) => releaseOf(name, facts) === undefined
    // Tags without a release are what a new release is for.
    return [...tags.filter(isNew), ...tags.filter((tag) => !isNew(tag))].map((tag) => describeTag(tag, facts))
  }
  const marks = [
    ...(hostKind === 'github' ? [{ value: 'latest' as const, label: strings.latest }] : []),
    { value: 'prerelease' as const, label: strings.prerelease },
    { value: 'neither' as const, label: strings.neither },
  ]
  return (
    <>
      <Combobox
        label={strings.tag}
        hint={missing.has('tag') ? strings.enterTag : tagHint}
        value={fields.tag}
        search={search}
        scope={`${session.host} ${repo} tags ${facts.releases.length}`}
        onChoose={(tag) => onChange({ tag, ...(fields.name === fields.tag ? { name: tag } : {}) })}
      />
      <TextField
        label={strings.releaseTitle}
        value={fields.name}
        placeholder={fields.tag}
        maxLength={200}
        onInput={(name) => onChange({ name })}
      />
      {hasDrafts ? (
        <RadioGroup
          legend={strings.visibility}
          value={fields.publish ? 'now' : 'draft'}
          options={[
            { value: 'draft', label: strings.saveAsDraft, disabled: isPublic },
            {
              value: 'now',
              label: strings.publishNow,
              hint: isPublic ? strings.alreadyPublic : strings.publishNowHint,
            },
          ]}
          onChange={(value) => onChange({ publish: value === 'now' })}
        />
      ) : (
        <p class="hint">{isPublic ? strings.alreadyPublic : strings.withoutDrafts('GitLab')}</p>
      )}
      {hostKind === 'gitlab' ? null : (
        <RadioGroup
          legend={strings.markAs}
          value={marks.some(({ value }) => value === fields.mark) ? fields.mark : 'neither'}
          options={marks}
          onChange={(mark) => onChange({ mark })}
        />
      )}
    </>
  )
}

function describeTag({ name, date }: RefName, facts: PublishingFacts): ComboboxOption {
  const release = releaseOf(name, facts)
  const state = release && (release.draft ? strings.withDraft : strings.withRelease)
  const hint = [state, date?.slice(0, 10)].filter((each) => each !== undefined).join(' · ')
  return hint === '' ? { value: name } : { value: name, hint }
}

function FileFields({ kind, fields, session, knownBase, missing, onChange }: PublishFieldsProps) {
  const base = fields.base || knownBase
  const repo = useAppState((state) => state.options.repo)
  const found = useAppState(foundChangelog)
  const branches = async (query: string, signal: AbortSignal) => {
    const refs = await listRefs(session, { repo, query }, signal)
    return refs.filter((ref) => ref.kind === 'branch').map(({ name }) => ({ value: name }))
  }
  const files = async (query: string) =>
    [...new Set([found, 'CHANGELOG.md', 'CHANGES.md', 'HISTORY.md', 'NEWS.md'])].flatMap((name) =>
      name?.toLowerCase().includes(query.toLowerCase()) ? [{ value: name }] : [],
    )
  return (
    <>
      <Combobox
        label={strings.fileField}
        hint={
          missing.has('path')
            ? strings.enterFile
            : fields.path === found
              ? strings.fileFound
              : strings.fileNew
        }
        value={fields.path}
        search={files}
        scope="files"
        onChoose={(path) => onChange({ path })}
      />
      {kind === 'file' ? null : (
        <>
          <Combobox
            label={strings.baseBranch}
            {...(base === '' ? { hint: strings.baseHint } : {})}
            value={base}
            search={branches}
            scope={`${session.host} ${repo} branches`}
            onChoose={(chosen) => onChange({ base: chosen })}
          />
          <TextField
            label={strings.pullRequestTitle}
            value={fields.title}
            maxLength={200}
            onInput={(title) => onChange({ title })}
          />
        </>
      )}
    </>
  )
}

/** The changelog that the server found in the repository; null if there is none. */
function foundChangelog({ range }: Pick<AppState, 'range'>): string | null {
  return range.status === 'loaded' ? (range.index.answer.layout.changelog?.path ?? null) : null
}

/** Says whether the tag exists, or where it will be created. */
function useTagHint(session: Session, { tag, target }: PublishFormFields): string {
  const repo = useAppState((state) => state.options.repo)
  const toRef = useAppState((state) => state.options.toRef)
  const [exists, setExists] = useState(false)
  useEffect(() => {
    setExists(false)
    if (tag === '') return
    const controller = new AbortController()
    listRefs(session, { repo, query: tag }, controller.signal).then(
      (refs) => setExists(refs.some(({ name, kind }) => kind === 'tag' && name === tag)),
      () => {},
    )
    return () => controller.abort()
  }, [session, repo, tag])
  if (tag === '') return ''
  if (exists) return strings.existingTag
  const sha = shortSha(target)
  return toRef === '' || toRef === 'HEAD' || /^[0-9a-f]{7,64}$/.test(toRef)
    ? strings.newTag(sha === '' ? 'HEAD' : sha)
    : strings.newTagOnBranch(toRef, sha)
}

/** Returns the initial values, from the version, the range and the configuration in the editor. */
export function initialFields(state: AppState, hasDrafts: boolean): PublishFormFields {
  const { version } = state.history.present
  const { options, range } = state
  const config = currentConfig(state)
  const isTag = version !== null && (options.toRef === version || options.toRef === `v${version}`)
  const ownTag =
    range.status === 'loaded' && range.index.answer.version === version ? range.index.answer.layout.tag : null
  const existing = isTag ? options.toRef : ownTag
  const start = range.status === 'loaded' ? range.index.answer.range.fromRef : null
  const rules = { ...defaultTagRules, patterns: config?.tags?.pattern ?? null }
  const tag = existing ?? proposedTag(state) ?? (version === null ? '' : nameTag(version, rules, start))
  const target = range.status === 'loaded' && existing === null ? range.index.answer.range.toSha : ''
  const path = config?.changelog?.file ?? foundChangelog(state) ?? 'CHANGELOG.md'
  return {
    ...{ tag, name: tag, target, publish: !hasDrafts, path, base: '' },
    mark: isPreRelease(tag) ? 'prerelease' : 'latest',
    title: strings.usualPullRequestTitle(version ?? 'the next release'),
  }
}

/** Builds the request; the server uses its defaults for empty fields. */
export function buildPublishRequest(
  kind: PublishRequest['kind'],
  common: { repoFullName: string; host: string } & PublishContent,
  fields: PublishFormFields,
  hostKind: HostKind,
): PublishRequest {
  const given = (name: 'name' | 'target' | 'base' | 'title') => {
    const value = fields[name].trim()
    return value === '' ? {} : { [name]: value }
  }
  const path = fields.path.trim()
  if (kind === 'file') return { kind, ...common, path }
  if (kind === 'pull_request') return { kind, ...common, path, ...given('base'), ...given('title') }
  return {
    ...{ kind, ...common, tag: fields.tag.trim() },
    // A title that only repeats the tag is left to the host, so that an existing one stays.
    ...(fields.name.trim() === fields.tag.trim() ? {} : given('name')),
    ...given('target'),
    ...(fields.mark === 'prerelease' && hostKind !== 'gitlab' ? { prerelease: true } : {}),
    ...(fields.publish ? { publish: true } : {}),
    // A draft cannot be the latest release.
    ...(hostKind === 'github' && fields.publish && fields.mark !== 'prerelease'
      ? { makeLatest: fields.mark === 'latest' }
      : {}),
  }
}

function isPreRelease(tag: string): boolean {
  return (parseReleaseTag(tag)?.pre.length ?? 0) > 0
}
