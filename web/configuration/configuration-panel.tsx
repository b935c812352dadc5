import { useEffect, useRef, useState } from 'preact/hooks'
import type { ConfigRemark } from '../../src/config/repository/read-config.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { ErrorNote } from '../components/error-note.tsx'
import { formatCount } from '../components/format.ts'
import { saveFile } from '../components/save-file.ts'
import { useAppState, useDispatch, useServices } from '../state/store.ts'
import { completeConfig } from './complete-config.ts'
import { type ConfigEditor, openConfigEditor } from './config-editor.ts'
import { ProposeDialog } from './propose-dialog.tsx'
import { findLine, schema } from './read-config-text.ts'
import { type ConfigFile, useConfigFile } from './use-config-file.ts'
import { useConfigText } from './use-config-text.ts'
import '../style/configuration.css'

/** Edits the configuration file of the repository; the notes follow while the user types. */
export function ConfigurationPanel() {
  const file = useConfigFile()
  return (
    <section class="configuration" aria-labelledby="configuration-title">
      <h2 id="configuration-title">Configuration</h2>
      {file.status === 'loading' ? (
        <p role="status" class="hint">
          Reading the configuration file…
        </p>
      ) : null}
      {file.status === 'failed' ? (
        <ErrorNote error={file.error}>
          <Button size="sm" onClick={file.retry}>
            Try again
          </Button>
        </ErrorNote>
      ) : null}
      {file.status === 'loaded' ? <LoadedPanel key={file.file.text} file={file.file} /> : null}
    </section>
  )
}

function LoadedPanel({ file }: { file: ConfigFile }) {
  const { store } = useServices()
  const { path } = file
  const edited = useAppState((state) => state.options.config)
  const [initial] = useState(() => store.get().options.config?.text ?? file.text)
  const [proposing, setProposing] = useState(false)
  const status = useConfigText({ path, original: file.text, initial })
  const { errors, hints } = status
  const { container, editor } = useEditor(initial, status)
  const text = edited?.text ?? file.text
  const discard = () => {
    editor.current?.show(file.text)
    status.change(file.text)
  }
  return (
    <>
      <p class="config-about">
        <code>{path}</code>
        {file.isNew ? ', a new file. ' : '. '}
        {edited === null
          ? 'The notes follow it.'
          : 'You changed it. The notes follow your text; the repository does not have it yet.'}
      </p>
      <div ref={container} class="config-text" />
      <p class="hint">Ctrl+Space lists what can be written. Escape and then Tab leaves the text.</p>
      <Summary errors={errors} hints={hints} isApplying={status.isApplying} />
      <Remarks label="Errors" path={path} remarks={errors} onJump={(place) => editor.current?.goTo(place)} />
      <Remarks label="Hints" path={path} remarks={hints} onJump={(place) => editor.current?.goTo(place)} />
      {status.error ? <ErrorNote error={status.error} /> : null}
      <UnusedNote />
      <div class="config-actions">
        <Button icon="download" onClick={() => saveFile(path.split('/').at(-1)!, 'text/yaml', text)}>
          Download the file
        </Button>
        <Button
          icon="git-pull-request"
          disabled={edited === null || errors.length > 0}
          onClick={() => setProposing(true)}
        >
          Open a pull request…
        </Button>
        <Button kind="quiet" disabled={edited === null} onClick={discard}>
          Discard my changes
        </Button>
      </div>
      {proposing ? <ProposeDialog path={path} text={text} onClose={() => setProposing(false)} /> : null}
    </>
  )
}

/** Opens the editor, marks the errors in it, and goes to the part of the file that was asked for. */
function useEditor(initial: string, { errors, hints, names, change }: ReturnType<typeof useConfigText>) {
  const { store } = useServices()
  const dispatch = useDispatch()
  const container = useRef<HTMLDivElement>(null)
  const editor = useRef<ConfigEditor | null>(null)
  const place = useAppState((state) => state.configPlace)
  // The editor outlives a render, so that it calls the functions of the last one.
  const current = useRef({ names, change })
  current.current = { names, change }
  useEffect(() => {
    editor.current = openConfigEditor(container.current!, {
      text: initial,
      onChange: (text) => current.current.change(text),
      complete: (text, offset) => completeConfig(text, offset, { schema, names: current.current.names }),
    })
    return () => editor.current?.close()
  }, [])
  useEffect(() => {
    editor.current?.mark([
      ...errors.map(({ line, column }) => ({ line, column, kind: 'error' as const })),
      ...hints.map(({ line, column }) => ({ line, column, kind: 'hint' as const })),
    ])
  }, [errors, hints])
  useEffect(() => {
    if (place === null) return
    const { config, package: packageName } = store.get().options
    const line = findLine(config?.text ?? initial, place, packageName)
    if (line !== null) editor.current?.goTo({ line, column: 1 })
    dispatch({ type: 'show-panel', panel: 'configuration', place: null })
  }, [place])
  return { container, editor }
}

function Summary({
  errors,
  hints,
  isApplying,
}: {
  errors: ConfigRemark[]
  hints: ConfigRemark[]
  isApplying: boolean
}) {
  const text =
    errors.length > 0
      ? `${formatCount(errors.length, 'error')}. The notes follow the last valid text.`
      : isApplying
        ? 'Reading the changes again…'
        : hints.length > 0
          ? `Valid, with ${formatCount(hints.length, 'hint')}.`
          : 'Valid.'
  return (
    <p role="status" class={errors.length > 0 ? 'config-status config-bad' : 'config-status'}>
      {text}
    </p>
  )
}

// An open bracket makes everything after it invalid.
const shownRemarks = 8

interface RemarksProps {
  label: string
  path: string
  remarks: ConfigRemark[]
  onJump: (place: { line: number; column: number }) => void
}

function Remarks({ label, path, remarks, onJump }: RemarksProps) {
  if (remarks.length === 0) return null
  return (
    <ul class="config-remarks" aria-label={label}>
      {remarks.slice(0, shownRemarks).map(({ pointer, line, column, detail }) => (
        <li key={`${pointer}${line}${column}${detail}`}>
          <LinkButton aria-label={`Go to line ${line}: ${detail}`} onClick={() => onJump({ line, column })}>
            {line}:{column}
          </LinkButton>{' '}
          <span>
            <code>{toPlace(pointer, path)}</code> {detail}
          </span>
        </li>
      ))}
      {remarks.length > shownRemarks ? (
        <li class="hint">And {remarks.length - shownRemarks} more, which may have the same cause.</li>
      ) : null}
    </ul>
  )
}

/** A pointer as people write it: `categories[0].title`. */
function toPlace(pointer: string, path: string): string {
  const parts = pointer
    .slice(2)
    .split('/')
    .filter((part) => part !== '')
  if (parts.length === 0) return path
  return parts
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(
      (before, part) =>
        /^\d+$/.test(part) ? `${before}[${part}]` : before === '' ? part : `${before}.${part}`,
      '',
    )
}

/** Names the rules and categories that match nothing in the range. */
function UnusedNote() {
  const unused = useAppState(({ range }) =>
    range.status === 'loaded' ? range.index.answer.config.unused : null,
  )
  if (!unused || unused.length === 0) return null
  return <p class="hint">Nothing in this range matches {unused.join(', ')}.</p>
}
