import { parseReleaseTag } from '../../src/git/tag.ts'
import { defaultTagRules, nameTag } from '../../src/git/tag-rules.ts'
import type { PublishContent, PublishRequest } from '../api-client/publish.ts'
import { proposedTag } from '../configuration/propose-version.ts'
import { currentConfig } from '../configuration/use-format.ts'
import type { AppState } from '../state/app-state.ts'

/** The values of the publish form. */
export interface PublishFormFields {
  tag: string
  name: string
  target: string
  /** Whether the release is published immediately instead of saved as a draft. */
  publish: boolean
  path: string
  base: string
}

interface PublishFieldsProps {
  kind: PublishRequest['kind']
  fields: PublishFormFields
  /** Whether the host supports draft releases. */
  hasDrafts: boolean
  onChange: (given: Partial<PublishFormFields>) => void
}

const textFields = {
  release: [
    ['tag', 'Tag'],
    ['name', 'Title (default: the tag)'],
    ['target', 'Commit or branch for a new tag'],
  ],
  pull_request: [
    ['path', 'File'],
    ['base', 'Target branch (default: the main branch)'],
  ],
} as const

/** The fields of the publish form. */
export function PublishFields({ kind, fields, hasDrafts, onChange }: PublishFieldsProps) {
  return (
    <div class="form">
      {textFields[kind].map(([name, label]) => (
        <div class="field" key={name}>
          <label for={`publish-${name}`}>{label}</label>
          <input
            id={`publish-${name}`}
            type="text"
            autocomplete="off"
            spellcheck={false}
            value={fields[name]}
            onInput={(event) => onChange({ [name]: event.currentTarget.value })}
          />
        </div>
      ))}
      {kind === 'release' && hasDrafts ? (
        <label class="check">
          <input
            type="checkbox"
            checked={fields.publish}
            onChange={(event) => onChange({ publish: event.currentTarget.checked })}
          />
          <span>Publish immediately</span>
        </label>
      ) : null}
    </div>
  )
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
  const path = config?.changelog?.file ?? 'CHANGELOG.md'
  return { tag, name: '', target, publish: !hasDrafts, path, base: '' }
}

/** Builds the request; the server uses its defaults for empty fields. */
export function buildPublishRequest(
  kind: PublishRequest['kind'],
  common: { repoFullName: string; host: string } & PublishContent,
  fields: PublishFormFields,
): PublishRequest {
  const given = (name: 'name' | 'target' | 'base') => {
    const value = fields[name].trim()
    return value === '' ? {} : { [name]: value }
  }
  if (kind === 'pull_request') return { kind, ...common, path: fields.path.trim(), ...given('base') }
  return {
    ...{ kind, ...common, tag: fields.tag.trim() },
    ...given('name'),
    ...given('target'),
    ...(isPreRelease(fields.tag.trim()) ? { prerelease: true } : {}),
    ...(fields.publish ? { publish: true } : {}),
  }
}

function isPreRelease(tag: string): boolean {
  return (parseReleaseTag(tag)?.pre.length ?? 0) > 0
}
