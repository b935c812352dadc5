import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** A Markdown document of the repository. */
export interface Page {
  path: string
  text: string
}

/** A code block of a document. */
export interface Block {
  page: string
  line: number
  language: string
  /** The words after the language. */
  words: string[]
  body: string
}

/** The README, the other documents at the root, and all pages of the site. */
export const pages: Page[] = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.startsWith('.vitepress'))
    .map((name) => join('docs', name)),
].map((path) => ({ path: relative(root, join(root, path)), text: readFileSync(join(root, path), 'utf8') }))

/** The code blocks of all documents, or of one, in a language. Indented blocks belong to list items. */
export function markdownBlocks(language: string, page?: string): Block[] {
  return pages
    .filter(({ path }) => page === undefined || path === page)
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^```([^\n`]*)\n([\s\S]*?)^```$/gm)].map((found) => {
        const [name = '', ...words] = found[1]!.trim().split(/\s+/)
        const line = text.slice(0, found.index).split('\n').length
        return { page: path, line, language: name, words, body: found[2]! }
      }),
    )
    .filter((block) => block.language === language)
}
