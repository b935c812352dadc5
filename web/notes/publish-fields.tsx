import type { Publication } from '../service/publish.ts'
import type { AppState } from '../state/app-state.ts'

type Kind = Publication['kind']

/** What is asked about a publication, beside its text. */
export interface Fields {
  tag: string
  name: string
  target: string
  path: string
  base: string
}

interface FieldsProps {
  kind: Kind
  fields: Fields
  onChange: (given: Partial<Fields>) => void
}

/** The fields of a publication. */
export function PublishFields({ kind, fields, onChange }: FieldsProps) {
  const names: [name: keyof Fields, label: string][] =
    kind === 'release'
      ? [
          ['tag', 'Tag'],
          ['name', 'Title'],
          ['target', 'Commit or branch for a new tag'],
        ]
      : [
          ['path', 'File'],
          ['base', 'Into the branch (empty: the main one)'],
        ]
  return (
    <div class="form">
      {names.map(([name, label]) => (
        <div class="field" key={name}>
          <label for={`publish-${name}`}>{label}</label>
          <input
            id={`publish-${name}`}
            type="text"
            autocomplete="off"
            spellcheck={false}
            value={fields[name]}
            onInput={(event) => onChange({ [name]: event.currentTarget.value.trim() })}
          />
        </div>
      ))}
    </div>
  )
}

/** What the desk already knows of them. */
export function firstFields({ line, choice, range }: AppState): Fields {
  const { version } = line.present
  const isTag = version !== null && (choice.toRef === version || choice.toRef === `v${version}`)
  const tag = isTag ? choice.toRef : version === null ? '' : `v${version}`
  const target = range.is === 'known' ? range.index.answer.range.toSha : ''
  return { tag, name: tag, target: isTag ? '' : target, path: 'CHANGELOG.md', base: '' }
}

/** The whole publication. */
export function makePublication(
  kind: Kind,
  common: { repoFullName: string; host: string; text: string },
  { tag, name, target, path, base }: Fields,
): Publication {
  if (kind === 'release') return { kind, ...common, tag, name, target }
  return { kind, ...common, path, base }
}
