/** Which names exist at the ends of a range, as far as that is known. */
export interface EndNames {
  /** Whether a file that the range changed contains the name at its end; not all files may have been read. */
  isInChangedFiles: (name: string) => boolean
  /** Returns the names that no file at either end contains; none if the files cannot be searched. */
  findAbsent: (names: string[]) => Promise<Set<string>>
}

/** For a range whose files are not known. */
export const unknownEndNames: EndNames = {
  isInChangedFiles: () => false,
  findAbsent: async () => new Set(),
}
