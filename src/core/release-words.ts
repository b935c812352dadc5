/** As the start of a range: the release before its end. */
export const previousRelease = 'previous-release'

/** The newest release at or before the end of a range. */
export const latestRelease = 'latest-release'
