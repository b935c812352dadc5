/** What stands where no entry is told. */
export function nothingToTell(commitCount: number): string {
  return commitCount === 0 ? 'No changes.' : 'No notable changes.'
}
