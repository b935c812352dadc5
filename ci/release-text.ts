/** Formats the changelog section of a version as the text of its release: title, introduction and entries. */
export function releaseText(changelog: string, version: string): string {
  const lines = changelog.split('\n')
  const start = lines.findIndex((line) => line.startsWith(`## [${version}]`))
  if (start === -1) throw new Error(`CHANGELOG.md has no section [${version}]; run npm run changelog first.`)
  const after = lines.slice(start + 1)
  const end = after.findIndex((line) => /^(?:## |\[[^\]]+\]: )/.test(line))
  const section = (end === -1 ? after : after.slice(0, end)).join('\n')
  // Comments are meant only for the next update.
  const notes = section
    .replace(/<!--(?:(?!-->).){0,20000}-->/gs, '')
    .replace(/\n{3,}/g, '\n\n')
    // The title of the page replaces the heading of the section, one level higher.
    .replace(/^###(?= )/gm, '##')
    .trim()
  return `# Notewright ${version}\n\n${notes}\n`
}
