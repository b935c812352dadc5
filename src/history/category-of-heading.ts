import { type Category, categories } from '../types/category.ts'

const meanings: [category: Category, words: RegExp][] = [
  ['Security', /security|vulnerab|cve/i],
  ['Deprecated', /deprecat/i],
  ['Removed', /remov|dropped/i],
  ['Fixed', /fix|bug|crash|regression/i],
  ['Added', /add|new\b|feature/i],
  ['Changed', /chang|improv|enhanc|updat|perf|refactor|optimi[sz]/i],
]

/** The type that a project's own heading stands for; null where it stands for none of the six. */
export function categoryOfHeading(heading: string): Category | null {
  if (/breaking|internal|doc|depend/i.test(heading)) return null
  return (
    categories.find((category) => category.toLowerCase() === heading.toLowerCase()) ??
    meanings.find(([, words]) => words.test(heading))?.[0] ??
    null
  )
}
