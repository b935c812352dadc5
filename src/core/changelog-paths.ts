// The folders in which a file describes one unreleased change: towncrier, scriv, changie, reno, changesets, chloggen,
// GitLab, Ansible, Rush, beachball, and projects with a file per change.
const fragmentPath =
  /^(?:[\w.@-]+\/){0,6}(?:(?:newsfragments|news\.d|changelog\.d|changes\.d|changelog[_-]fragments|changelogs?\/fragments|\.changes\/(?:unreleased|next-release)|changelogs?\/unreleased|releasenotes\/notes|\.changeset|\.chloggen)\/[^/]{1,200}|(?:news|changes|changelog|docs\/changelog)\/(?:\+|\d+|(?:fix|new|change|add|bug|feature)_)[^/]{0,200}|unreleased\/[^/]{1,200}\.ya?ml|common\/changes\/.{1,200}\.json|change\/[^/]{1,200}\.json)$/i
const permanentFile = /^(?:(?:readme|config|_?template|changelog|pre)\b|\.git)/i

/** Whether a file is a news fragment: the description of one unreleased change. */
export function isFragmentPath(path: string): boolean {
  // Every such folder has one of these words in its name, and most paths contain none of them.
  if (!/news|chang|notes|unreleased|chloggen/i.test(path) || !fragmentPath.test(path)) return false
  return !permanentFile.test(path.slice(path.lastIndexOf('/') + 1))
}

const changelogName =
  /^(?:changelog|change_log|changes|history|news|release[-_]?notes|releases)(?:[-_][\w.-]{1,40})?(?:\.(?:md|markdown|rst|txt|adoc|asciidoc))?$/i
const foreignFolder =
  /(?:^|\/)(?:node_modules|vendor|third_party|fixtures?|testdata|__tests__|tests?|examples?)\//i

/** Whether a file is a changelog, by its name. */
export function isChangelogPath(path: string): boolean {
  return changelogName.test(path.slice(path.lastIndexOf('/') + 1)) && !foreignFolder.test(path)
}
