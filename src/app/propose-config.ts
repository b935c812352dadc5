import { findHeadingPattern, findLinkedHeading } from '../changelog/heading-pattern.ts'
import { type ConfigDraft, type DraftInput, draftConfig } from '../config/init/draft-config.ts'
import { printDraft } from '../config/init/print-draft.ts'
import { readConfig } from '../config/repository/read-config.ts'

/** What a configuration is proposed from. */
export interface ProposalInput extends DraftInput {
  /** The changelog of the repository; null if it has none. */
  changelog: { path: string; isFoundByName: boolean } | null
}

/** Proposes a configuration for a repository, by what it contains. */
export async function proposeConfig({ changelog, ...input }: ProposalInput): Promise<ConfigDraft> {
  const draft = await draftConfig(input)
  const { changelog: carried, ...config } = draft.config
  const file = carried?.file ?? changelog?.path
  if (file === undefined) return { ...draft, config }
  const text = await input.files.read(file)
  const heading = text === null ? null : findHeadingPattern(text, file)
  const isUsual = file === changelog?.path && changelog.isFoundByName
  const own = { ...(isUsual ? {} : { file }), ...(heading === null ? {} : { heading }) }
  // An update follows the headings of the file anyway, and links exactly like them.
  const linked = text === null ? null : findLinkedHeading(text, file)
  const formats =
    linked === null ? config.formats : { ...config.formats, keepachangelog: { heading: linked } }
  return {
    ...draft,
    config: {
      ...config,
      ...(formats === undefined ? {} : { formats }),
      ...(Object.keys(own).length === 0 ? {} : { changelog: own }),
    },
  }
}

const maxRounds = 30

/** Prints a draft as a file without errors: what the schema does not accept is left out, and named in a comment. */
export function printProposal(draft: ConfigDraft): string {
  let current = draft
  for (let round = 0; round < maxRounds; round += 1) {
    const text = printDraft(current)
    const { errors } = readConfig(text, 'notewright.yml')
    if (errors.length === 0) return text
    const places = new Map(errors.map((error) => [placeOf(error.pointer), error]))
    // From the end, so that the other items keep their places.
    const last = [...places.values()].toReversed()
    current = last.reduce((left, { pointer, detail }) => withoutPlace(left, pointer, detail), current)
  }
  return printDraft({ ...draft, config: {} })
}

/** The item or key that an error is in. */
function placeOf(pointer: string): string {
  return pointer.split('/').slice(0, 3).join('/')
}

/** Removes what has an error: an item of a list, or a whole key. */
function withoutPlace(draft: ConfigDraft, pointer: string, detail: string): ConfigDraft {
  const [, key = '', index = ''] = pointer.split('/')
  const config = { ...draft.config } as Record<string, unknown>
  const list = config[key]
  if (Array.isArray(list) && /^\d{1,4}$/.test(index)) {
    const left = list.filter((_, at) => at !== Number(index))
    if (left.length > 0) config[key] = left
    else delete config[key]
  } else if (key in config) delete config[key]
  // A file that is too large as a whole loses the second half of its lists.
  else for (const [name, value] of Object.entries(config)) config[name] = firstHalf(value)
  const sentence = `${pointer.slice(2).replaceAll('/', '.') || 'the whole'}: ${detail}`
  return { ...draft, config, losses: [...draft.losses, { path: 'what was found', sentences: [sentence] }] }
}

function firstHalf(value: unknown): unknown {
  return Array.isArray(value) ? value.slice(0, Math.floor(value.length / 2)) : value
}
