import type { Part } from '../../src/core/format.ts'
import { render } from '../../src/render/render.ts'
import type { EditorModel } from '../editor-model/editor-model.ts'
import { type EvidenceIndex, toEntry } from '../editor-model/evidence.ts'
import type { PreviewFormat } from '../state/app-state.ts'
import { collectFindings, type Finding } from './collect-findings.ts'

/** The text of the notes and the findings about it. */
export interface RenderedNotes {
  text: string
  findings: Finding[]
}

/** Renders the notes in the browser, with the same code as the server. */
export function renderNotes(
  editor: EditorModel,
  index: EvidenceIndex,
  { format, part }: { format: PreviewFormat; part: Part },
): RenderedNotes {
  const { range, commitCount, contributors, layout, houseStyle } = index.answer
  const { summary, version, date } = editor
  const entries = editor.entries.map((entry) => toEntry(entry, index))
  const { text, warnings } = render({
    ...{ format, part, range, commitCount, contributors, summary, entries, version },
    highlights: [],
    areas: 'auto',
    scopeStyle: houseStyle?.voice.scope ?? null,
    date: version === null ? null : date,
    ...layout,
  })
  const fromWarnings = warnings.map(({ detail }) => ({ detail, entryId: null }))
  return { text, findings: [...fromWarnings, ...collectFindings({ text, format, part }, editor, index)] }
}
