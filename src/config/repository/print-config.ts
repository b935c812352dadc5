import { Document, isMap, isScalar, type Node, type YAMLMap } from 'yaml'
import type { EffectiveConfig } from './effective-config.ts'

/** Prints an effective configuration as YAML, each value with its origin as a comment. */
export function printConfig({ config, origins }: EffectiveConfig): string {
  const document = new Document(config)
  const top = document.contents as unknown
  if (!isMap(top)) return '{}\n'
  for (const [key, value] of pairsOf(top)) {
    const origin = origins.get(key)
    if (origin !== undefined) addComment(value, origin)
    else if (isMap(value))
      for (const [name, inner] of pairsOf(value))
        addComment(inner, origins.get(`${key}.${name}`) ?? 'default')
  }
  return document.toString({ lineWidth: 0 })
}

function pairsOf(map: YAMLMap): [string, Node | null][] {
  return map.items.map(({ key, value }) => [String(isScalar(key) ? key.value : key), value as Node | null])
}

function addComment(node: Node | null, origin: string): void {
  if (node === null) return
  if (isScalar(node)) node.comment = ` ${origin}`
  else node.commentBefore = ` ${origin}`
}
