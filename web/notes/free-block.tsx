import { useRef } from 'preact/hooks'
import { IconButton } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import type { IconName } from '../components/icon-names.ts'
import { useLazyModule } from '../components/use-lazy-module.ts'
import { insertImage, toggleList } from '../editor-model/edit-markdown.ts'
import { type BlockName, blockNames } from '../editor-model/editor-model.ts'
import type { MarkdownFieldHandle } from '../preview/markdown-editor.ts'
import { useAppState, useServices } from '../state/store.ts'
import { blockTitles, entryStrings, listStrings } from '../strings/editor.ts'
import { useCommands } from './commands-context.ts'
import { escapeTo, FormatButtons } from './entry-editor.tsx'
import { handleFormattingKey } from './formatting-keys.ts'
import { MarkdownField } from './markdown-field.tsx'

/** The icons of the free blocks. */
export const blockIcons: Record<BlockName, IconName> = {
  introduction: 'text-align-start',
  highlights: 'star',
  upgradeNotes: 'arrow-big-up',
  footer: 'minus',
}

/** The free blocks before the entries, or the footer after them; absent ones as buttons that add them. */
export function FreeBlocks({ place }: { place: 'start' | 'end' }) {
  const commands = useCommands()
  const editor = useAppState((state) => state.history.present)
  const editing = useAppState((state) => state.editing)
  const names = blockNames.filter((name) => (name === 'footer') === (place === 'end'))
  const isShown = (name: BlockName) =>
    editor[name] !== null || (editing?.kind === 'block' && editing.name === name)
  const absent = names.filter((name) => !isShown(name))
  return (
    <>
      {names.filter(isShown).map((name) => (
        <FreeBlock
          key={name}
          name={name}
          text={editor[name] ?? ''}
          isEditing={editing?.kind === 'block' && editing.name === name}
        />
      ))}
      {absent.length === 0 ? null : (
        <div class="ghosts">
          {absent.map((name) => (
            <button
              key={name}
              type="button"
              class="ghost"
              aria-label={listStrings.addBlock(blockTitles[name])}
              onClick={() => commands.editBlock(name)}
            >
              <Icon name="plus" size={14} />
              {blockTitles[name]}
            </button>
          ))}
        </div>
      )}
    </>
  )
}

function FreeBlock({ name, text, isEditing }: { name: BlockName; text: string; isEditing: boolean }) {
  const commands = useCommands()
  const title = blockTitles[name]
  return (
    <section
      class={isEditing ? 'block block-editing' : 'block'}
      data-block={name}
      aria-labelledby={`block-${name}`}
    >
      <div class="block-head">
        <h2 id={`block-${name}`}>
          <Icon name={blockIcons[name]} size={14} />
          {title}
        </h2>
        <span class="grow" />
        <span class="block-acts">
          {isEditing ? null : (
            <IconButton
              icon="pencil"
              size="sm"
              label={listStrings.editBlock(title)}
              data-edit
              onClick={() => commands.editBlock(name)}
            />
          )}
          <IconButton
            icon="trash-2"
            size="sm"
            label={listStrings.removeBlock(title)}
            onClick={() => commands.removeBlock(name)}
          />
        </span>
      </div>
      {isEditing ? <BlockEditor name={name} text={text} /> : <BlockText name={name} text={text} />}
    </section>
  )
}

/** The block as it will be printed; a click edits it. */
function BlockText({ name, text }: { name: BlockName; text: string }) {
  const commands = useCommands()
  const lazy = useLazyModule(() => import('../preview/markdown-view.tsx'))
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button "Edit" does the same
    // biome-ignore lint/a11y/noStaticElementInteractions: the button "Edit" does the same
    <div
      class="block-text"
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest('a')) return
        commands.editBlock(name)
      }}
    >
      {lazy.status === 'ready' ? <lazy.module.MarkdownView text={text} /> : <p>{text}</p>}
    </div>
  )
}

function BlockEditor({ name, text }: { name: BlockName; text: string }) {
  const { store } = useServices()
  const commands = useCommands()
  const field = useRef<MarkdownFieldHandle | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const isDone = useRef(false)
  const finish = (isLeft: boolean) => {
    if (isDone.current) return
    isDone.current = true
    const typed = field.current?.read().text ?? text
    if (!isLeft) commands.finishBlock(name, typed)
    else {
      commands.saveBlock(name, typed)
      const { editing } = store.get()
      if (editing?.kind === 'block' && editing.name === name)
        store.dispatch({ type: 'start-editing', target: null })
    }
  }
  const apply = (edit: typeof toggleList) => {
    field.current?.apply(edit(field.current.read()))
    field.current?.focus()
  }
  return (
    <div
      ref={box}
      onFocusOut={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !box.current?.closest('.block')?.contains(relatedTarget))
          finish(true)
      }}
    >
      <MarkdownField
        text={text}
        label={listStrings.blockField(blockTitles[name])}
        isMultiline
        onKey={(event) =>
          handleFormattingKey(event, {
            field: field.current,
            isMultiline: true,
            onFinish: () => finish(false),
            onNext: () => finish(false),
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
        onKeyDown={escapeTo(() => finish(false))}
      >
        <FormatButtons field={field} />
        <IconButton
          icon="list"
          label={entryStrings.list}
          keys="shift+mod+8"
          size="sm"
          onClick={() => apply(toggleList)}
        />
        <IconButton icon="image" label={entryStrings.image} size="sm" onClick={() => apply(insertImage)} />
      </div>
    </div>
  )
}
