import { useEffect, useMemo } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { LoadingNote } from '../components/loading-note.tsx'
import { PartBoundary } from '../components/part-boundary.tsx'
import { useLazyModule } from '../components/use-lazy-module.ts'
import { LazyConfigurationPanel } from '../configuration/lazy-panel.tsx'
import { useAppState, useServices } from '../state/store.ts'
import { headerStrings } from '../strings/editor.ts'
import { shareStrings } from '../strings/share.ts'
import { createCommands } from './commands.ts'
import { CommandsContext } from './commands-context.ts'
import { EntryList } from './entry-list.tsx'
import { LaterPart, loadLaterParts } from './later-part.tsx'
import { loadMarkdownEditor } from './markdown-field.tsx'
import { HeadingFields, NotesHeader } from './notes-header.tsx'
import { OutputPane } from './output-pane.tsx'
import { Rail } from './rail.tsx'
import { usePageKeys } from './use-page-keys.ts'
import { both, loadOwnTexts, useRenderedNotes } from './use-rendered-notes.ts'
import { useSynchronisedPanes } from './use-synchronised-panes.ts'
import '../style/editor.css'

/** The editor: the filters, the entries, and what becomes of them. */
export function NotesView() {
  const { store } = useServices()
  const commands = useMemo(() => createCommands(store), [store])
  return (
    <CommandsContext.Provider value={commands}>
      <Editor />
    </CommandsContext.Provider>
  )
}

function Editor() {
  const panel = useAppState((state) => state.panel)
  const side = useAppState((state) => state.side)
  const printed = useRenderedNotes()
  usePageKeys()
  useSynchronisedPanes()
  useEffect(() => {
    // What fails here is loaded when it is needed, and a plain text area stands in for the editor.
    void Promise.allSettled([import('../preview/markdown-view.tsx'), loadLaterParts()])
    const load = () => void Promise.allSettled([loadOwnTexts(), loadMarkdownEditor()])
    if ('requestIdleCallback' in globalThis) requestIdleCallback(load, { timeout: 3000 })
    else setTimeout(load, 1000)
  }, [])
  return (
    <>
      <NotesHeader text={printed.notes?.text ?? ''} />
      <main class="work" id="main" data-side={side}>
        <PartBoundary>
          <Rail />
        </PartBoundary>
        <PartBoundary>{panel === 'configuration' ? <ConfigurationSide /> : <EntryList />}</PartBoundary>
        <PartBoundary>
          <OutputPane printed={printed} />
        </PartBoundary>
      </main>
      <EditorDialogs />
    </>
  )
}

function ConfigurationSide() {
  const { store } = useServices()
  return (
    <div class="list configuration-side">
      <Button
        kind="quiet"
        icon="arrow-left"
        onClick={() => store.dispatch({ type: 'show-panel', panel: 'entries' })}
      >
        {headerStrings.backToEntries}
      </Button>
      <LazyConfigurationPanel />
    </div>
  )
}

function EditorDialogs() {
  const { store } = useServices()
  const dialog = useAppState((state) => state.dialog)
  const close = () => store.dispatch({ type: 'show-dialog', dialog: null })
  switch (dialog?.kind) {
    case 'palette':
      return <LaterPart>{({ CommandPalette }) => <CommandPalette onClose={close} />}</LaterPart>
    case 'publish':
      return <LazyPublishDialog onClose={close} />
    case 'share':
      return <LazyShareDialog onClose={close} />
    case 'shortcuts':
      return <LaterPart>{({ ShortcutsDialog }) => <ShortcutsDialog onClose={close} />}</LaterPart>
    case 'heading':
      return (
        <Dialog title={headerStrings.versionAndDateTitle} onClose={close}>
          <div class="heading-dialog">
            <HeadingFields />
          </div>
        </Dialog>
      )
    case 'reword':
      return <LaterPart>{({ RewordDialog }) => <RewordDialog ids={dialog.ids} onClose={close} />}</LaterPart>
    case 'split':
      return <LaterPart>{({ SplitDialog }) => <SplitDialog id={dialog.id} onClose={close} />}</LaterPart>
    default:
      return null
  }
}

/** The share dialog, which is loaded when it is first opened. */
function LazyShareDialog({ onClose }: { onClose: () => void }) {
  const lazy = useLazyModule(() => import('../share/share-dialog.tsx'))
  if (lazy.status === 'ready') return <lazy.module.ShareDialog onClose={onClose} />
  return (
    <Dialog title={shareStrings.title} onClose={onClose}>
      <LoadingNote lazy={lazy} name="the share dialog" />
    </Dialog>
  )
}

/** The publish dialog, which is loaded when it is first opened. */
function LazyPublishDialog({ onClose }: { onClose: () => void }) {
  const lazy = useLazyModule(() => import('../publish/publish-dialog.tsx'))
  const lazyOwn = useLazyModule(loadOwnTexts)
  if (lazy.status === 'ready' && lazyOwn.status === 'ready')
    return <lazy.module.PublishDialog onClose={onClose} />
  return (
    <Dialog title={headerStrings.publish} onClose={onClose}>
      <LoadingNote lazy={both(lazy, lazyOwn)} name="the publish dialog" />
    </Dialog>
  )
}
