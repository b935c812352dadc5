import { useEffect, useMemo, useState } from 'preact/hooks'
import type { RepositoryConfig } from '../../src/core/repository-config.ts'
import type { PublishContent } from '../api-client/publish.ts'
import { toFormat } from '../configuration/formats.ts'
import { proposedTag } from '../configuration/propose-version.ts'
import { useFormat } from '../configuration/use-format.ts'
import type { EditorModel } from '../editor-model/editor-model.ts'
import { configOf, type EvidenceIndex, toEntry } from '../editor-model/evidence.ts'
import { findTemplate, renderNotes } from '../preview/render-notes.ts'
import { useAppState } from '../state/store.ts'
import type { Destination } from './publish-fields.tsx'

/** Renders the text to publish: a changelog section, or a release in the chosen layout. */
export function usePublishContent(kind: Destination): PublishContent {
  const range = useAppState((state) => state.range)
  const editor = useAppState((state) => state.history.present)
  const previewFormat = useFormat()
  const futureTag = useAppState(proposedTag)
  const [printed, setPrinted] = useState('')
  const index = range.status === 'loaded' ? range.index : null
  const choice = useMemo(() => {
    const forFile = kind === 'pull_request' || kind === 'file'
    const format = forFile
      ? 'keepachangelog'
      : kind === 'copy'
        ? previewFormat
        : releaseFormat(previewFormat, index && configOf(index))
    return { format, forFile, futureTag, part: forFile ? ('section' as const) : ('document' as const) }
  }, [kind, index, previewFormat, futureTag])
  const template = index ? findTemplate(index, choice) : undefined
  useEffect(() => {
    if (!index || template === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    // A template that fails prints nothing, so that nothing can be published.
    import('../configuration/render-by-template.ts')
      .then(({ renderByTemplate }) => renderByTemplate(editor, index, { ...choice, template, signal }))
      .then(
        ({ text }) => signal.aborted || setPrinted(text),
        () => setPrinted(''),
      )
    return () => controller.abort()
  }, [index, editor, choice, template])
  return useMemo(() => {
    if (!index) return { text: '', entries: [] }
    const { fromRef } = index.answer.range
    const config = configOf(index)
    return {
      text: template === undefined ? renderNotes(editor, index, choice).text : printed,
      entries: describeEntries(editor, index),
      ...(fromRef === '' ? {} : { fromRef }),
      // The section gets the heading and the titles of the configuration.
      ...(choice.forFile && config ? { config } : {}),
    }
  }, [index, editor, choice, template, printed])
}

/** The format of a release: the chosen one, unless that is a changelog. */
function releaseFormat(chosen: string, config: RepositoryConfig | null): string {
  return toFormat(chosen, config).format === 'keepachangelog' ? 'hosting_release' : chosen
}

/** What the server recognises existing entries by. */
function describeEntries(editor: EditorModel, index: EvidenceIndex): PublishContent['entries'] {
  return editor.entries.map((entry) => {
    const { text, commits, pullRequests, evidence } = toEntry(entry, index)
    const hasOwnEntry = evidence.some(({ kind }) => kind === 'own-entry')
    return { text, commits, pullRequests, hasOwnEntry }
  })
}
