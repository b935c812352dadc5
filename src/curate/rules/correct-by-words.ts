import type { Category } from '../../core/category.ts'

// What no longer goes wrong was a fault, and so was what happened unnoticed.
const saysFixed =
  /\b(?:regressions?(?! tests?)|was lost|silently|properly|(?:in)?correctly|no longer (?:\w+ly )?(?:breaks?|crash(?:es)?|dies?|drops?|fails?|hangs?|ignores?|leaks?|loses?|panics?|raises?|throws?|triggers?|gets?))\b/i

// Something else happened before.
const saysChanged =
  /^(?:improve|refactor|rework|simplify|streamline)[sd]?\b|\b(?:no longer|instead of|rather than)\b/i

/** What the words of a change say against the category that is usual for such changes; null if nothing does. */
export function correctByWords(usual: Category, text: string): { category: Category; words: string } | null {
  if (usual !== 'Added' && usual !== 'Changed') return null
  const fixed = saysFixed.exec(text)
  if (fixed) return { category: 'Fixed', words: fixed[0] }
  const changed = usual === 'Added' ? saysChanged.exec(text) : null
  return changed && { category: 'Changed', words: changed[0] }
}
