import { z } from 'zod'
import type { FileSource } from '../changelog-file.ts'
import { askRaw, askRest } from './ask-rest.ts'
import type { GithubContext } from './github-context.ts'

const entries = z.array(z.object({ name: z.string(), type: z.string() }))

/** The files of a repository by REST alone. */
export function restFiles(context: GithubContext): FileSource {
  return {
    async *rootPages(sha) {
      const { data } = await askRest(context, { path: `/contents/?ref=${sha}`, schema: entries })
      yield data.map(({ name, type }) => (type === 'dir' ? `${name}/` : name))
    },
    readFile: (sha, path) => askRaw(context, `/contents/${path}?ref=${sha}`),
  }
}
