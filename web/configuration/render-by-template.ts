import { createLayout } from '../../src/render/layout.ts'
import { toNotesContent } from '../../src/render/render.ts'
import { buildTemplateData } from '../../src/render/template/build-template-data.ts'
import type { EditorModel } from '../editor-model/editor-model.ts'
import { configOf, type EvidenceIndex } from '../editor-model/evidence.ts'
import { collectFindings } from '../preview/collect-findings.ts'
import { prepareNotes, type RenderChoice, type RenderedNotes } from '../preview/render-notes.ts'
import { runTemplate } from './run-template.ts'

/** Renders the notes by a template in a worker, as the server does; a failure of the template is a finding. */
export async function renderByTemplate(
  editor: EditorModel,
  index: EvidenceIndex,
  { template, signal, ...choice }: RenderChoice & { template: string; signal: AbortSignal },
): Promise<RenderedNotes> {
  const input = prepareNotes(editor, index, choice)
  const data = buildTemplateData(toNotesContent(input), createLayout(configOf(index) ?? {}, input), {
    projectUrl: input.web?.url ?? null,
    omittedCount:
      editor.omitted.length + editor.excluded.reduce((sum, { commits }) => sum + commits.length, 0),
  })
  const result = await runTemplate(template, data, { signal })
  const findings = collectFindings(null, editor, index)
  if ('failure' in result) {
    const { failure, line, column } = result
    const detail = `The template failed in line ${line}, column ${column}: ${failure}.`
    return { text: '', findings: [{ detail, entryId: null }, ...findings] }
  }
  const printed = new Set(result.printed)
  const missing = input.entries.filter(({ id }) => !printed.has(id))
  return {
    text: result.text,
    findings: [
      ...missing.map(({ id, text }) => ({ detail: `The template does not print “${text}”.`, entryId: id })),
      ...findings,
    ],
  }
}
