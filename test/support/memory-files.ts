import type { FolderName, RepositoryFiles } from '../../src/config/init/repository-files.ts'

/** The files of a repository that exist only in a test. */
export function memoryFiles(texts: Record<string, string>): RepositoryFiles {
  const paths = Object.keys(texts)
  return {
    read: async (path) => (Object.hasOwn(texts, path) ? texts[path]! : null),
    list: async (folder) => {
      const prefix = folder === '' ? '' : `${folder}/`
      const names = new Map<string, FolderName>()
      for (const path of paths.filter((each) => each.startsWith(prefix))) {
        const [name = '', ...rest] = path.slice(prefix.length).split('/')
        names.set(name, { name, isFile: rest.length === 0, isFolder: rest.length > 0 })
      }
      return [...names.values()]
    },
  }
}
