import { defineLanguageFacet, HighlightStyle, Language, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { tags } from '@lezer/highlight'
import { parser } from '@lezer/markdown'

const highlighting = HighlightStyle.define([
  { tag: tags.heading, color: 'var(--text)', fontWeight: '650' },
  { tag: tags.strong, color: 'var(--text)', fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.monospace, fontFamily: 'var(--mono)', fontSize: '0.875em' },
  { tag: tags.link, color: 'var(--accent)' },
  { tag: [tags.url, tags.processingInstruction, tags.labelName], color: 'var(--text-3)' },
])

/** Markdown with its marks in quiet colours. */
export const markdownLanguage: Extension = [
  new Language(defineLanguageFacet(), parser, [], 'markdown'),
  syntaxHighlighting(highlighting),
]
