import type { Part } from '../../src/core/format.ts'
import { printsOwnScopes } from '../../src/render/layout.ts'
import { type RenderInput, render } from '../../src/render/render.ts'
import { toFormat } from '../configuration/formats.ts'
import type { EditorModel } from '../editor-model/editor-model.ts'
import { changesOf, configOf, type EvidenceIndex, toEntry } from '../editor-model/evidence.ts'
import type { Finding } from '../editor-model/finding.ts'
import { collectFindings } from './collect-findings.ts'

export { loadOwnTexts } from './collect-findings.ts'

/** The text of the notes and the findings about it. */
export interface RenderedNotes {
  text: string
  findings: Finding[]
}

/** How the notes are rendered. */
export interface RenderChoice {
  /** The name of a format. */
  format: string
  part: Part
  /** Whether the notes are added to a changelog. */
  forFile?: boolean
  /** The tag that the release will get, if it is known. */
  futureTag?: string | null
}

/** Renders the notes in the browser, with the same code as the server. Texts of the user need `loadOwnTexts`. */
export function renderNotes(editor: EditorModel, index: EvidenceIndex, choice: RenderChoice): RenderedNotes {
  const input = prepareNotes(editor, index, choice)
  const { text, warnings, isConfigured } = render(input)
  const { format, part } = input
  const fromWarnings = warnings.map(({ detail }) => ({ detail, entryId: null }))
  // A layout of the project itself follows no other rules.
  const checked = isConfigured ? null : { text: withoutFreeText(input, text), format, part }
  return { text, findings: [...fromWarnings, ...collectFindings(checked, editor, index)] }
}

/** The text without what a person may write freely, which follows no format. */
function withoutFreeText(input: RenderInput, text: string): string {
  const entries = input.entries.filter(({ commits }) => commits.length > 0)
  const hasFreeText = entries.length < input.entries.length || Object.keys(input.blocks ?? {}).length > 0
  return hasFreeText ? render({ ...input, entries, blocks: {} }).text : text
}

/** Returns the template of a format of the configuration; undefined if it has none. */
export function findTemplate(index: EvidenceIndex, { format, forFile }: RenderChoice): string | undefined {
  // A changelog is parsed again, so that no template prints what is added to it.
  return forFile ? undefined : configOf(index)?.formats?.[format]?.template
}

/** Returns the input with which the server would render the same notes. */
export function prepareNotes(
  editor: EditorModel,
  index: EvidenceIndex,
  { format: name, part, forFile = false, futureTag = null }: RenderChoice,
): RenderInput {
  const { range, commitCount, contributors, layout, houseStyle } = index.answer
  const { packages: _packages, ...printed } = layout
  const { introduction, isIntroductionDrafted, highlights, upgradeNotes, footer, version, date } = editor
  const free = { introduction: isIntroductionDrafted ? null : introduction, highlights, upgradeNotes, footer }
  const config = configOf(index)
  return {
    ...{ part, range, commitCount, contributors, version, forFile },
    summary: isIntroductionDrafted ? introduction : null,
    blocks: Object.fromEntries(Object.entries(free).flatMap(([name, text]) => (text ? [[name, text]] : []))),
    ...toFormat(name, config),
    entries: editor.entries.map((entry) => toEntry(entry, index)),
    highlights: [],
    areas: forFile ? 'never' : 'auto',
    scopeStyle: printsOwnScopes(config) ? null : (houseStyle?.voice.scope ?? null),
    date: version === null ? null : date,
    ...printed,
    tag: layout.tag ?? futureTag,
    historyOrder: inHistoryOrder(editor, index),
  }
}

/** The ids of the entries in the order of the changes that they describe. */
function inHistoryOrder({ entries }: EditorModel, index: EvidenceIndex): string[] {
  const places = new Map(index.answer.changes.map(({ id }, at) => [id, at]))
  const placeOf = (entry: (typeof entries)[number]) =>
    Math.min(...changesOf(entry, index).map(({ id }) => places.get(id)!), index.answer.changes.length)
  return entries
    .map((entry) => ({ id: entry.id, place: placeOf(entry) }))
    .sort((a, b) => a.place - b.place)
    .map(({ id }) => id)
}
