/** The label names that projects commonly use, and the conventional type each stands for. */
const types: [pattern: RegExp, type: string][] = [
  [/^(?:(?:kind|type|c)[/: -] ?)?(?:security|vulnerability)$/i, 'security'],
  [/^(?:(?:kind|type|c)[/: -] ?)?(?:deprecat(?:ion|ed|es))$/i, 'deprecate'],
  [/^(?:(?:kind|type|c)[/: -] ?)?(?:bug|bugfix|fix|regression|defect)$/i, 'fix'],
  [/^(?:(?:kind|type|c)[/: -] ?)?(?:feature|feat|enhancement|new feature|improvement)$/i, 'feat'],
  [/^(?:(?:kind|type|c)[/: -] ?)?(?:performance|perf)$/i, 'perf'],
  [/^(?:(?:kind|type|c|area)[/: -] ?)?(?:documentation|docs?)$/i, 'docs'],
  [/^(?:(?:kind|type|c|area)[/: -] ?)?(?:tests?|testing)$/i, 'test'],
  [/^(?:(?:kind|type|c|area)[/: -] ?)?(?:dependencies|deps)$/i, 'deps'],
  [
    /^(?:(?:kind|type|c|area)[/: -] ?)?(?:chore|internal|refactor(?:ing)?|maintenance|tooling|ci|build)$/i,
    'chore',
  ],
]

/** The conventional type that the labels stand for; null when none does. */
export function findTypeInLabels(labels: string[]): string | null {
  return types.find(([pattern]) => labels.some((label) => pattern.test(label)))?.[1] ?? null
}

/** The label that marks a breaking change; null when there is none. */
export function findBreakingLabel(labels: string[]): string | null {
  const pattern =
    /^(?:(?:kind|type|c|semver)[/: -] ?)?(?:breaking(?:[ -]?changes?)?|major|backwards?[- ]incompatible)$/i
  return labels.find((label) => pattern.test(label)) ?? null
}

/** The label that excludes a change from the notes; null when there is none. */
export function findSkipLabel(labels: string[]): string | null {
  const pattern =
    /^(?:(?:skip|no|ignore)[-: ]?(?:for[- ])?(?:changelog|release[- ]?notes?|release)|changelog[:/ -] ?(?:skip|none|ignore)|release[- ]?notes?[:/ -] ?none)$/i
  return labels.find((label) => pattern.test(label)) ?? null
}
