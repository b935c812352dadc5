import { Problem } from '../core/errors.ts'
import type { RepositoryConfig } from '../core/repository-config.ts'
import { type Warning, warn } from '../core/warnings.ts'
import { createLayout } from '../render/layout.ts'
import { type RenderInput, toNotesContent } from '../render/render.ts'
import { buildTemplateData } from '../render/template/build-template-data.ts'
import { loadMarkdownParser } from '../text/person-markdown.ts'
import { runTemplate } from '../workers/run-template.ts'

/** The template of a format, and what is known beside the notes. */
interface TemplateContext {
  template: string
  config: RepositoryConfig
  /** Where the template comes from, for errors. */
  path: string | null
  omittedCount: number
  signal: AbortSignal
}

/** Prints notes by a template of the configuration; entries that it does not print are in the warnings. */
export async function renderByTemplate(
  input: RenderInput,
  { template, config, path, omittedCount, signal }: TemplateContext,
): Promise<{ text: string; warnings: Warning[] }> {
  if (input.blocks || input.entries.some(({ writtenBy }) => writtenBy === 'person'))
    await loadMarkdownParser()
  const layout = createLayout(config, input)
  const projectUrl = input.web?.url ?? null
  const data = buildTemplateData(toNotesContent(input), layout, { projectUrl, omittedCount })
  const result = await runTemplate(template, data, { signal })
  if ('failure' in result) {
    throw new Problem(
      'template_failed',
      `The template of the format ${input.formatName ?? input.format}${path === null ? '' : ` in ${path}`} failed in line ${result.line}, column ${result.column}: ${result.failure}. Shorten or fix it, or choose another format.`,
    )
  }
  const printed = new Set(result.printed)
  const missing = input.entries.map(({ id }) => id).filter((id) => !printed.has(id))
  return {
    text: result.text,
    warnings: missing.length === 0 ? [] : [warn('entries-unprinted', { ids: missing })],
  }
}
