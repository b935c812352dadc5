import type { PackageSettings, RepositoryConfig, RuleCondition } from '../../core/repository-config.ts'
import type { FoundRemark } from './parse-yaml.ts'

/** Finds what is legal in a configuration but probably not meant. */
export function findHints(config: RepositoryConfig): FoundRemark[] {
  return [
    ...hintsOfSettings(config, '#'),
    ...listPatterns(config.tags?.ignore, '#/tags/ignore'),
    ...listPatterns(config.contributors?.exclude, '#/contributors/exclude'),
    ...(config.packages ?? []).flatMap((each, index) => hintsOfSettings(each, `#/packages/${index}`)),
  ]
}

function hintsOfSettings(
  { categories = [], rules = [], scopes }: PackageSettings,
  at: string,
): FoundRemark[] {
  return [
    ...categories.flatMap(({ labels }, index) => listPatterns(labels, `${at}/categories/${index}/labels`)),
    ...rules.flatMap(({ when, unless }, index) => [
      ...hintsOfCondition(when, `${at}/rules/${index}/when`),
      ...(unless ? hintsOfCondition(unless, `${at}/rules/${index}/unless`) : []),
    ]),
    ...Object.keys(scopes?.names ?? {}).flatMap((pattern) => {
      const pointer = `${at}/scopes/names/${pattern.replaceAll('~', '~0').replaceAll('/', '~1')}`
      return hintOfPattern(pattern, pointer).map((hint) => ({ ...hint, about: 'key' as const }))
    }),
  ]
}

const patternKeys = ['type', 'scope', 'label', 'author', 'title', 'trailer', 'path', 'everyPath'] as const

function hintsOfCondition(condition: RuleCondition, at: string): FoundRemark[] {
  if (Object.keys(condition).length === 0)
    return [{ pointer: at, detail: 'has no condition, so it holds for every change' }]
  return patternKeys.flatMap((key) => listPatterns(condition[key], `${at}/${key}`))
}

function listPatterns(patterns: string[] | undefined, at: string): FoundRemark[] {
  return (patterns ?? []).flatMap((pattern, index) => hintOfPattern(pattern, `${at}/${index}`))
}

// What no title, label or path is likely to contain: anchors, `.*` and classes of characters. `v0.*` is a series of tags.
const looksLikeExpression = /^\^|[^\\]\$$|(?<![/\\\d])\.[*+]|\\[dwsbDWSB](?![a-z])|\((?:\?|[^()]*\|)/

function hintOfPattern(pattern: string, pointer: string): FoundRemark[] {
  if (!looksLikeExpression.test(pattern)) return []
  return [
    {
      pointer,
      detail:
        'looks like a regular expression; a pattern matches the whole value, with * for any characters and ? for one',
    },
  ]
}
