import type { Category } from '../core/category.ts'
import { categoryNamed } from '../core/category.ts'

const meanings: [category: Category, keywords: RegExp][] = [
  ['Security', /security|vulnerab|cve/i],
  ['Deprecated', /deprecat/i],
  ['Removed', /remov|dropped/i],
  ['Fixed', /fix|bug|crash|regression/i],
  ['Added', /add|new\b|feature/i],
  ['Changed', /chang|improv|enhanc|updat|perf|refactor|optimi[sz]/i],
]

/** Returns the category that a heading means, by its name or a keyword; null when it is none of the six. */
export function categoryOfHeading(heading: string): Category | null {
  if (/breaking|internal|doc|depend/i.test(heading)) return null
  return categoryNamed(heading) ?? meanings.find(([, keywords]) => keywords.test(heading))?.[0] ?? null
}
