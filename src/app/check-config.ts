import { effectiveConfig } from '../config/repository/effective-config.ts'
import { compilePattern, unlimitedBudget } from '../config/repository/match-pattern.ts'
import type { Fault } from '../core/errors.ts'
import type { GenerateContext } from '../core/generate-context.ts'
import type { RepositoryConfig } from '../core/repository-config.ts'
import type { ResolvedRequest } from '../core/request.ts'
import { readReleaseTag } from '../git/tag-rules.ts'
import { generateWithChanges } from './generate.ts'
import { readRepositoryConfig } from './read-repository-config.ts'
import { versionSettings } from './version-settings.ts'

/** What is known of a configuration file. */
export interface ConfigCheck {
  valid: boolean
  errors: Fault[]
  /** What is legal but suspicious. */
  hints: Fault[]
  /** The configuration with its defaults; null if the file has an error. */
  effective: RepositoryConfig | null
}

/** Checks the text of a configuration file. */
export async function checkConfig({ text, path }: { text: string; path: string }): Promise<ConfigCheck> {
  const { config, errors, hints } = await readRepositoryConfig(text, path)
  const withPath = (found: Fault[]) =>
    found.map(({ pointer, ...rest }) => ({ pointer: path + pointer, ...rest }))
  return {
    valid: config !== null,
    errors: withPath(errors),
    hints: withPath(hints),
    effective: config && effectiveConfig(config, path).config,
  }
}

/** Finds what of a configuration fits nothing in its repository: tags, and rules and categories since the last release. */
export async function findUnfitting(request: ResolvedRequest, context: GenerateContext): Promise<string[]> {
  const { answer, gathered } = await generateWithChanges(request, context)
  const { host, token, signal, deadlineAt } = context
  const { repoFullName } = request
  const repository = await host.open({ repoFullName, token, signal, deadlineAt })
  const { config } = gathered.config
  return [
    ...findUnfittingTags(
      config,
      (await repository.tags()).map(({ name }) => name),
    ),
    ...answer.config.unused.map((name) => `${name} matches nothing since the last release`),
  ]
}

function findUnfittingTags(config: RepositoryConfig, names: string[]): string[] {
  const { pattern, ignore = [] } = config.tags ?? {}
  const { tags } = versionSettings(config)
  const fits = names.some((name) => readReleaseTag(name, tags))
  const unused = ignore.flatMap((each, index) => {
    const matches = compilePattern(each)
    return names.some((name) => matches(name, unlimitedBudget)) ? [] : [`tags.ignore[${index}] fits no tag`]
  })
  return [...(pattern && names.length > 0 && !fits ? ['tags.pattern fits no tag'] : []), ...unused]
}
