import type { DiffFact, FactKind } from './diff-fact.ts'

const nouns: Record<Exclude<FactKind, 'minimum-version' | 'documentation'>, string> = {
  flag: 'flag',
  option: 'option',
  command: 'command',
  environment: 'environment variable',
  export: 'exported name',
  route: 'route',
  metric: 'metric',
}

/** Describes a fact as a sentence without a full stop, such as "Adds the flag `--json` in src/cli.ts". */
export function describeFact({ kind, action, name, from, to, path }: DiffFact): string {
  if (kind === 'minimum-version')
    return `Raises the minimum version of ${name} from ${from} to ${to} in ${path}`
  if (kind === 'documentation') return `Documents in ${path}: ${name.replace(/[.!]$/, '')}`
  const noun = nouns[kind]
  if (action === 'renamed') return `Renames the ${noun} \`${from}\` to \`${name}\` in ${path}`
  if (action === 'changed') return `Changes \`${from}\` to \`${to}\` in ${path}`
  return `${action === 'added' ? 'Adds' : 'Removes'} the ${noun} \`${name}\` in ${path}`
}
