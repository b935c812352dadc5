import type { PublishContent, PublishRequest } from '../api-client/publish.ts'
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

/** Returns the initial values, from the version and the range in the editor. */
export function initialFields({ history, options, range }: AppState, hasDrafts: boolean): PublishFormFields {
  const { version } = history.present
  const isTag = version !== null && (options.toRef === version || options.toRef === `v${version}`)
  const tag = isTag ? options.toRef : version === null ? '' : `v${version}`
  const target = range.status === 'loaded' && !isTag ? range.index.answer.range.toSha : ''
  return { tag, name: '', target, publish: !hasDrafts, path: 'CHANGELOG.md', base: '' }
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
    ...(fields.publish ? { publish: true } : {}),
  }
}
