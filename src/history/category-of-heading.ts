import type { Category } from '../core/category.ts'
import { categoryNamed } from '../core/category.ts'

const meanings: [category: Category, words: RegExp][] = [
  ['Security', /security|vulnerab|cve/i],
  ['Deprecated', /deprecat/i],
  ['Removed', /remov|dropped/i],
  ['Fixed', /fix|bug|crash|regression/i],
  ['Added', /add|new\b|feature/i],
  ['Changed', /chang|improv|enhanc|updat|perf|refactor|optimi[sz]/i],
]

/** The category that a project's own heading stands for, by its name or its words; null where it is none of the six. */
export function categoryOfHeading(heading: string): Category | null {
  if (/breaking|internal|doc|depend/i.test(heading)) return null
  return categoryNamed(heading) ?? meanings.find(([, words]) => words.test(heading))?.[0] ?? null
}
