/** A name in a folder. */
export interface FolderName {
  name: string
  isFile: boolean
  isFolder: boolean
}

/** Reads the files of a repository; paths are relative to its root, with slashes. */
export interface RepositoryFiles {
  /** The text of a file; null if it does not exist, is too large or cannot be read. */
  read: (path: string) => Promise<string | null>
  /** The names in a folder; none if it does not exist. The root is an empty path. */
  list: (folder: string) => Promise<FolderName[]>
}

/** Joins the parts of a path; the root is an empty part. */
export function joinPath(...parts: string[]): string {
  return parts.filter((part) => part !== '' && part !== '.').join('/')
}
