import type { Publication } from '../service/publish.ts'
import type { AppState } from '../state/app-state.ts'

/** What is asked about a publication, beside its text. */
export interface Fields {
  tag: string
  name: string
  target: string
  /** Whether everybody sees the release at once. */
  publish: boolean
  path: string
  base: string
}

interface FieldsProps {
  kind: Publication['kind']
  fields: Fields
  /** Whether the host has releases that only maintainers see. */
  hasDrafts: boolean
  onChange: (given: Partial<Fields>) => void
}

const textFields = {
  release: [
    ['tag', 'Tag'],
    ['name', 'Title (empty: the tag)'],
    ['target', 'Commit or branch for a new tag'],
  ],
  pull_request: [
    ['path', 'File'],
    ['base', 'Into the branch (empty: the main one)'],
  ],
} as const

/** The fields of a publication. */
export function PublishFields({ kind, fields, hasDrafts, onChange }: FieldsProps) {
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
          <span>Let everybody see it at once</span>
        </label>
      ) : null}
    </div>
  )
}

/** What the desk already knows of them. */
export function firstFields({ line, choice, range }: AppState, hasDrafts: boolean): Fields {
  const { version } = line.present
  const isTag = version !== null && (choice.toRef === version || choice.toRef === `v${version}`)
  const tag = isTag ? choice.toRef : version === null ? '' : `v${version}`
  const target = range.is === 'known' && !isTag ? range.index.answer.range.toSha : ''
  return { tag, name: '', target, publish: !hasDrafts, path: 'CHANGELOG.md', base: '' }
}

/** The whole publication; empty fields are left to the service. */
export function makePublication(
  kind: Publication['kind'],
  common: { repoFullName: string; host: string; text: string },
  fields: Fields,
): Publication {
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
