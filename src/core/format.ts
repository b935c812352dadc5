/** The formats of notes. */
export const formats = [
  'keepachangelog',
  'hosting_release',
  'github_release',
  'gitlab_release',
  'gitea_release',
  'bitbucket_release',
  'local_release',
  'simple',
] as const
export type Format = (typeof formats)[number]

/** How much of a Keep a Changelog file is rendered. */
export const parts = ['document', 'section'] as const
export type Part = (typeof parts)[number]

/** When the entries of a category are grouped by area: if there are many, always, or never. */
export const areaModes = ['auto', 'always', 'never'] as const
export type AreaMode = (typeof areaModes)[number]
