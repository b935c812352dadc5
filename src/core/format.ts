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
