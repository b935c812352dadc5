const maxPreambleLines = 60

/** Whether a changelog says before its first version that the project follows Semantic Versioning. */
export function claimsSemver(changelog: string): boolean {
  return sentencesOf(preambleOf(changelog)).some(
    // "We do not follow SemVer" mentions it too.
    (sentence) =>
      /semantic versioning|semver/i.test(sentence) && !/\b(?:not|never|no longer)\b|n['’]t\b/i.test(sentence),
  )
}

/** Returns the text before the first version heading of any form. */
function preambleOf(changelog: string): string {
  const lines = changelog.split('\n', maxPreambleLines)
  let titles = 0
  const end = lines.findIndex((line, index) => {
    if (/^(?:#{2,6} |-{3,}|~{3,})/.test(line)) return true
    if (!/^(?:# |={3,})/.test(line)) return false
    titles += 1
    return titles > 1 || /\d\.\d/.test(line.startsWith('#') ? line : (lines[index - 1] ?? ''))
  })
  return lines.slice(0, end === -1 ? undefined : end).join('\n')
}

function sentencesOf(text: string): string[] {
  return text
    .replace(/\n\n/g, '. ')
    .replace(/\n/g, ' ')
    .split(/[.!?;] /)
}
