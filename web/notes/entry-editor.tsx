import { useRef } from 'preact/hooks'
import { Button, IconButton } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { Kbd } from '../components/kbd.tsx'
import { MenuButton } from '../components/menu.tsx'
import { currentConfig } from '../configuration/use-format.ts'
import { insertLink, toggleMark } from '../editor-model/edit-markdown.ts'
import type { EditorEntry } from '../editor-model/editor-model.ts'
import { toMarkdown, toPlainText } from '../editor-model/inline-markdown.ts'
import { titleOf } from '../editor-model/titles.ts'
import type { MarkdownFieldHandle } from '../preview/markdown-editor.ts'
import { useAppState, useServices } from '../state/store.ts'
import { entryStrings } from '../strings/editor.ts'
import { useCommands } from './commands-context.ts'
import { handleFormattingKey } from './formatting-keys.ts'
import { MarkdownField } from './markdown-field.tsx'
import { TitleIcon, titleItems } from './title-menu.tsx'

/** Edits the text of an entry in its row; leaving the row keeps the text. */
export function EntryEditor({ entry }: { entry: EditorEntry }) {
  const { store } = useServices()
  const commands = useCommands()
  const config = useAppState(currentConfig)
  const field = useRef<MarkdownFieldHandle | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const isDone = useRef(false)
  const initial = toMarkdown(entry)
  const save = (): boolean => {
    const text = field.current?.read().text ?? initial
    const isEmptied = text.trim() === ''
    if (text !== initial) commands.setText(entry.id, text)
    return isEmptied
  }
  const finish = (then: 'focus' | 'next' | 'stay') => {
    if (isDone.current) return
    isDone.current = true
    const isEmptied = save()
    if (isEmptied) return
    if (then === 'focus') commands.finish(entry.id)
    else if (then === 'next') commands.editNext(entry.id)
    else {
      const { editing } = store.get()
      if (editing?.kind === 'entry' && editing.id === entry.id)
        store.dispatch({ type: 'start-editing', target: null })
    }
  }
  const onKey = (event: KeyboardEvent) =>
    handleFormattingKey(event, {
      field: field.current,
      isMultiline: false,
      onFinish: () => finish('focus'),
      onNext: () => finish('next'),
    })
  const title = titleOf(entry, config)
  return (
    <div
      ref={box}
      class="row-editor"
      onFocusOut={({ relatedTarget }) => {
        // A window that loses the focus, and a menu of the toolbar, do not end the edit.
        if (relatedTarget instanceof Node && !box.current?.contains(relatedTarget)) finish('stay')
      }}
    >
      <MarkdownField
        text={initial}
        label={entryStrings.textOf(toPlainText(entry))}
        isMultiline={false}
        onKey={onKey}
        onReady={(ready) => {
          field.current = ready
        }}
      />
      <div
        class="format-bar"
        role="toolbar"
        aria-label={entryStrings.toolbar}
        onKeyDown={escapeTo(() => finish('focus'))}
      >
        <FormatButtons field={field} />
        <span class="format-line" />
        <MenuButton
          label={entryStrings.category(title)}
          items={() =>
            titleItems(config, title, (to) => {
              save()
              isDone.current = true
              store.dispatch({ type: 'start-editing', target: null })
              commands.moveTo([entry.id], to)
            })
          }
        >
          {(props) => (
            <Button
              kind="quiet"
              size="sm"
              aria-label={entryStrings.category(title)}
              endIcon="chevron-down"
              {...props}
            >
              <TitleIcon title={title} />
              {title}
            </Button>
          )}
        </MenuButton>
        <Button
          kind="quiet"
          size="sm"
          icon="zap"
          class="format-breaking"
          aria-pressed={entry.breaking}
          onClick={() => commands.toggleBreaking([entry.id])}
        >
          {entryStrings.breaking}
        </Button>
        <Button
          kind="quiet"
          size="sm"
          icon="lock"
          aria-pressed={entry.locked}
          onClick={() => commands.toggleLock([entry.id])}
        >
          {entryStrings.lock}
        </Button>
        {entry.commits.length > 0 ? (
          <Button
            kind="quiet"
            size="sm"
            icon="sparkles"
            disabled={entry.locked}
            onClick={() => {
              finish('focus')
              commands.openReword([entry.id])
            }}
          >
            {entryStrings.reword}
          </Button>
        ) : null}
        <span class="grow" />
        <FinishHint />
      </div>
    </div>
  )
}

/** Edits an entry that does not exist yet. */
export function NewEntryEditor({ title }: { title: string }) {
  const commands = useCommands()
  const field = useRef<MarkdownFieldHandle | null>(null)
  const box = useRef<HTMLLIElement>(null)
  const isDone = useRef(false)
  const finish = () => {
    if (isDone.current) return
    isDone.current = true
    commands.finishNew(title, field.current?.read().text ?? '')
  }
  return (
    <li
      ref={box}
      class="row row-editing"
      onFocusOut={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !box.current?.contains(relatedTarget)) finish()
      }}
    >
      <div class="row-body">
        <div class="row-editor">
          <MarkdownField
            text=""
            label={entryStrings.textOfNew}
            isMultiline={false}
            onKey={(event) =>
              handleFormattingKey(event, {
                field: field.current,
                isMultiline: false,
                onFinish: finish,
                onNext: finish,
              })
            }
            onReady={(ready) => {
              field.current = ready
            }}
          />
          <div
            class="format-bar"
            role="toolbar"
            aria-label={entryStrings.toolbar}
            onKeyDown={escapeTo(finish)}
          >
            <FormatButtons field={field} />
            <span class="grow" />
            <FinishHint />
          </div>
        </div>
      </div>
    </li>
  )
}

/** Handles Escape in a toolbar. */
export function escapeTo(finish: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    event.stopPropagation()
    finish()
  }
}

/** The buttons for bold, code and links. */
export function FormatButtons({ field }: { field: { current: MarkdownFieldHandle | null } }) {
  const mark = (sign: string) => {
    field.current?.apply(toggleMark(field.current.read(), sign))
    field.current?.focus()
  }
  const link = () => {
    field.current?.apply(insertLink(field.current.read()))
    field.current?.focus()
  }
  return (
    <>
      <IconButton icon="bold" label={entryStrings.bold} keys="mod+B" size="sm" onClick={() => mark('**')} />
      <IconButton icon="code" label={entryStrings.code} keys="mod+E" size="sm" onClick={() => mark('`')} />
      <IconButton icon="link" label={entryStrings.link} keys="shift+mod+U" size="sm" onClick={link} />
    </>
  )
}

function FinishHint() {
  return (
    <span class="format-hint" aria-hidden="true">
      <Kbd keys="enter" /> {entryStrings.or} <Kbd keys="escape" /> {entryStrings.finish}
    </span>
  )
}

/** A flag or a lock beside the text. */
export function MetaIcon({ icon, label }: { icon: Parameters<typeof Icon>[0]['name']; label: string }) {
  return (
    <span class="meta" title={label}>
      <Icon name={icon} size={14} />
      <span class="sr-only">{label}</span>
    </span>
  )
}
