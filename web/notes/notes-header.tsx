import { useEffect, useRef, useState } from 'preact/hooks'
import { Button, IconButton } from '../components/button.tsx'
import { formatTime } from '../components/format.ts'
import { Icon, Mark } from '../components/icon.tsx'
import type { IconName } from '../components/icon-names.ts'
import { Kbd } from '../components/kbd.tsx'
import { MenuButton, type MenuItem } from '../components/menu.tsx'
import { themeItem } from '../components/theme.ts'
import { draftNotes } from '../effects/draft.ts'
import { signOut } from '../effects/sign-in.ts'
import { useAppState, useServices } from '../state/store.ts'
import { headerStrings } from '../strings/editor.ts'
import { pageStrings } from '../strings/page.ts'
import { shareStrings } from '../strings/share.ts'
import { useCommands } from './commands-context.ts'
import { formatDate, readDate, readVersion } from './heading-text.ts'
import { useIsPhone } from './use-is-phone.ts'

/** The one line above the editor: where the notes come from, their version and date, and what can be done with them. */
export function NotesHeader({ text }: { text: string }) {
  const { store } = useServices()
  const commands = useCommands()
  const options = useAppState((state) => state.options)
  const history = useAppState((state) => state.history)
  const isRunning = useAppState((state) => state.draft.status === 'running')
  const isOnline = useAppState((state) => state.online)
  const isPhone = useIsPhone()
  const goToRange = () => store.dispatch({ type: 'show-view', view: 'range' })
  const from = options.fromRef
  const to = options.toRef
  return (
    <header class="bar editor-bar">
      <a class="icon-btn home" href="#range" aria-label={pageStrings.home}>
        <Mark size={22} />
      </a>
      <div class="crumbs">
        <h1 class="crumb-repo" tabIndex={-1}>
          {options.repo}
        </h1>
        <span class="crumb-line" aria-hidden="true">
          /
        </span>
        <button
          type="button"
          class="crumb"
          aria-label={headerStrings.changeRange(from, to)}
          onClick={goToRange}
        >
          {options.package === null ? null : <span class="crumb-package">{options.package} · </span>}
          <span class="cut">{from}</span>
          <Icon name="arrow-right" size={14} />
          <span class="cut">{to}</span>
        </button>
        <span class="crumb-line" aria-hidden="true">
          /
        </span>
        <HeadingFields hasDate={!isPhone} />
      </div>
      <span class="grow" />
      <SavedButton />
      {isPhone ? null : (
        <>
          <IconButton
            icon="undo-2"
            label={pageStrings.undo}
            keys="mod+Z"
            disabled={isRunning || history.past.length === 0}
            onClick={() => commands.step('undo')}
          />
          <IconButton
            icon="redo-2"
            label={pageStrings.redo}
            keys="shift+mod+Z"
            disabled={isRunning || history.future.length === 0}
            onClick={() => commands.step('redo')}
          />
        </>
      )}
      <Button
        kind="quiet"
        icon="search"
        aria-label={pageStrings.search}
        onClick={() => commands.open('palette')}
      >
        {isPhone ? null : <Kbd keys="mod+K" />}
      </Button>
      {isPhone ? null : (
        <IconButton
          icon="share-2"
          label={shareStrings.share}
          aria-disabled={!isOnline}
          aria-description={isOnline ? undefined : shareStrings.offline}
          onClick={() => {
            if (isOnline) commands.open('share')
          }}
        />
      )}
      <MoreMenu text={text} isPhone={isPhone} />
      <Button
        kind="ink"
        class="publish-btn"
        aria-disabled={!isOnline}
        aria-description={isOnline ? undefined : headerStrings.publishOffline}
        data-tip={isOnline ? undefined : headerStrings.publishOffline}
        onClick={() => {
          if (isOnline) commands.open('publish')
        }}
      >
        {headerStrings.publish}
      </Button>
    </header>
  )
}

function MoreMenu({ text, isPhone }: { text: string; isPhone: boolean }) {
  const { store } = useServices()
  const commands = useCommands()
  const isRunning = useAppState((state) => state.draft.status === 'running')
  const isOnline = useAppState((state) => state.online)
  const panel = useAppState((state) => state.panel)
  const items = (): MenuItem[] => [
    ...(isPhone
      ? ([
          { label: pageStrings.undo, icon: 'undo-2', onChoose: () => commands.step('undo') },
          { label: pageStrings.redo, icon: 'redo-2', onChoose: () => commands.step('redo') },
          { label: headerStrings.versionAndDate, icon: 'tag', onChoose: () => commands.open('heading') },
          'separator',
        ] satisfies MenuItem[])
      : []),
    {
      label: headerStrings.redraft,
      icon: 'refresh-cw',
      disabled: isRunning || !isOnline,
      onChoose: () => void draftNotes(store),
    },
    {
      label: headerStrings.changeRangeItem,
      icon: 'git-branch',
      onChoose: () => store.dispatch({ type: 'show-view', view: 'range' }),
    },
    {
      label: panel === 'configuration' ? headerStrings.backToEntries : headerStrings.configuration,
      icon: 'settings',
      onChoose: () => {
        store.dispatch({ type: 'show-panel', panel: panel === 'configuration' ? 'entries' : 'configuration' })
        store.dispatch({ type: 'show-side', side: 'entries' })
      },
    },
    'separator',
    {
      label: headerStrings.download,
      icon: 'download',
      disabled: text === '',
      onChoose: () => commands.download(text),
    },
    { label: headerStrings.exportDraft, icon: 'upload', onChoose: commands.exportDraft },
    {
      label: shareStrings.share,
      icon: 'share-2',
      disabled: !isOnline,
      onChoose: () => commands.open('share'),
    },
    'separator',
    {
      label: headerStrings.shortcuts,
      icon: 'keyboard',
      keys: '?',
      onChoose: () => commands.open('shortcuts'),
    },
    themeItem(),
    { label: pageStrings.signOut, icon: 'log-out', onChoose: () => signOut(store) },
  ]
  return (
    <MenuButton label={headerStrings.more} items={items}>
      {(props) => <IconButton icon="ellipsis" label={headerStrings.more} {...props} />}
    </MenuButton>
  )
}

/** The version and the date of the notes, as chips that can be edited. */
export function HeadingFields({ hasDate = true }: { hasDate?: boolean }) {
  const { store } = useServices()
  const version = useAppState((state) => state.history.present.version)
  const date = useAppState((state) => state.history.present.date)
  const set = (fields: { version: string | null; date: string | null }) =>
    store.dispatch({ type: 'edit', action: { type: 'set-heading', ...fields } })
  return (
    <>
      <InlineEdit
        icon="tag"
        label={headerStrings.version}
        placeholder={headerStrings.unreleased}
        value={version ?? ''}
        onCommit={(typed) => {
          set({ version: readVersion(typed), date })
          return true
        }}
      />
      {hasDate ? (
        <InlineEdit
          icon="calendar"
          label={headerStrings.date}
          placeholder={headerStrings.noDate}
          value={date === null ? '' : formatDate(date)}
          onCommit={(typed) => {
            const read = readDate(typed)
            if (read === undefined) store.dispatch({ type: 'announce', text: headerStrings.invalidDate })
            else set({ version, date: read })
            return read !== undefined
          }}
        />
      ) : null}
    </>
  )
}

interface InlineEditProps {
  icon: IconName
  label: string
  placeholder: string
  value: string
  /** Returns whether the text was taken; otherwise the field shows the old value again. */
  onCommit: (typed: string) => boolean
}

/** A field that looks like a chip; Enter and leaving it commit, Escape restores. */
function InlineEdit({ icon, label, placeholder, value, onCommit }: InlineEditProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => setTyped(null), [value])
  const commit = () => {
    if (typed !== null && typed !== value && !onCommit(typed)) setTyped(null)
    else if (typed === value) setTyped(null)
  }
  return (
    <label class="inline-edit">
      <Icon name={icon} size={14} />
      <span class="sr-only">{label}</span>
      <input
        ref={input}
        type="text"
        value={typed ?? value}
        placeholder={placeholder}
        size={Math.max(4, (typed ?? (value || placeholder)).length)}
        maxLength={100}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.isComposing) return
          if (event.key === 'Enter') commit()
          if (event.key === 'Escape') setTyped(null)
        }}
      />
    </label>
  )
}

/** Whether the draft is saved, and where. */
function SavedButton() {
  const commands = useCommands()
  const isOnline = useAppState((state) => state.online)
  const savedAt = useAppState((state) => state.savedAt)
  const error = useAppState((state) => state.saveError)
  const isPaused = useAppState((state) => state.hasOtherVersion)
  const isEmpty = useAppState((state) => state.history.present.entries.length === 0)
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const close = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Escape') return
      if (
        event.target instanceof Node &&
        (box.current?.contains(event.target) || button.current?.contains(event.target)) &&
        !(event instanceof KeyboardEvent)
      )
        return
      setOpen(false)
      if (event instanceof KeyboardEvent) button.current?.focus()
    }
    document.addEventListener('pointerdown', close, true)
    document.addEventListener('keydown', close, true)
    return () => {
      document.removeEventListener('pointerdown', close, true)
      document.removeEventListener('keydown', close, true)
    }
  }, [isOpen])
  const state =
    error !== null || isPaused
      ? ({
          icon: 'circle-alert',
          text: headerStrings.notSaved,
          name: headerStrings.notSaved,
          kind: 'bad',
        } as const)
      : !isOnline
        ? ({
            icon: 'wifi-off',
            text: headerStrings.offline,
            name: headerStrings.offlineName,
            kind: 'warn',
          } as const)
        : savedAt === null && !isEmpty
          ? ({
              icon: 'refresh-cw',
              text: headerStrings.saving,
              name: headerStrings.savingName,
              kind: 'ok',
            } as const)
          : ({ icon: 'check', text: headerStrings.saved, name: headerStrings.savedName, kind: 'ok' } as const)
  return (
    <span class="saved-box">
      <button
        ref={button}
        type="button"
        class="saved"
        data-kind={state.kind}
        aria-label={state.name}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={state.icon} size={14} />
        <span class="saved-text">{state.text}</span>
      </button>
      {isOpen ? (
        <div ref={box} class="popover">
          <p>
            <b>
              {error === null
                ? savedAt === null
                  ? state.text
                  : headerStrings.savedAt(formatTime(savedAt))
                : headerStrings.notSavedWhy(error)}
            </b>
          </p>
          <p class="hint">{headerStrings.savedWhere}</p>
          <Button size="sm" icon="upload" onClick={commands.exportDraft}>
            {headerStrings.exportDraft}
          </Button>
        </div>
      ) : null}
    </span>
  )
}
