import type { Part } from '../../src/core/format.ts'
import { render } from '../../src/render/render.ts'
import type { EditorModel } from '../editor-model/editor-model.ts'
import { type EvidenceIndex, entryOf } from '../editor-model/evidence.ts'
import type { ShownFormat } from '../state/app-state.ts'
import { type Finding, findFaults } from './find-faults.ts'

/** The text of the notes, and what a purist says about it. */
export interface Printed {
  text: string
  findings: Finding[]
}

/** Prints the desk as the service would; nothing is asked for it. */
export function printNotes(
  editor: EditorModel,
  index: EvidenceIndex,
  { format, part }: { format: ShownFormat; part: Part },
): Printed {
  const { range, commitCount, contributors, layout } = index.answer
  const { summary, version, date } = editor
  const entries = editor.items.map((item) => entryOf(item, index))
  const { text, warnings } = render({
    ...{ format, part, range, commitCount, contributors, summary, entries, version },
    date: version === null ? null : date,
    ...layout,
  })
  const said = warnings.map(({ detail }) => ({ detail, itemId: null }))
  return { text, findings: [...said, ...findFaults({ text, format, part }, editor, index)] }
}
