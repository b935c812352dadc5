import type { Flag } from '../flags.ts'

/** The names of a flag as they are typed. */
export function typedNames({ name, short }: Flag): string[] {
  return short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`]
}

const maxLength = 100

/** The first sentence of a description, without marks of code, for a list of completions. */
export function shortDescription({ describe }: Flag): string {
  const text = describe().replaceAll('`', '')
  const end = text.search(/[.;] |\.$/)
  const sentence = end === -1 ? text : text.slice(0, end)
  if (sentence.length <= maxLength) return sentence
  return `${sentence.slice(0, sentence.lastIndexOf(' ', maxLength))} …`
}

/** Quotes a text for bash and zsh. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Lists the tags and branches of the current repository. */
export const listRefsCommand =
  "git for-each-ref --format='%(refname:short)' --sort=-creatordate refs/tags refs/heads 2>/dev/null"
