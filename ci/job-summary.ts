import type { Answer } from '../src/core/answer.ts'

const mostRows = 500

/** The summary of a job: the notes, and the fate of every commit that they do not tell. */
export function jobSummary({ changelog, commitCount, entries, omitted, warnings, range }: Answer): string {
  const told = entries.flatMap((entry) => entry.commits).length
  const rows = omitted
    .slice(0, mostRows)
    .map(
      ({ sha, subject, reason, detail }) =>
        `| ${code(sha.slice(0, 7))} | ${code(subject)} | ${reason} | ${code(detail)} |`,
    )
  const more = omitted.length > mostRows ? [``, `And ${omitted.length - mostRows} more.`] : []
  return [
    `# Release notes of ${code(range.fromRef)}..${code(range.toRef)}`,
    '',
    `${commitCount} commits: ${told} told in ${entries.length} entries, ${omitted.length} left out.`,
    '',
    ...warnings.map(({ detail }) => `> ${code(detail)}\n`),
    '<details><summary>The notes</summary>',
    '',
    changelog.trimEnd(),
    '',
    '</details>',
    '',
    ...(omitted.length === 0
      ? []
      : [
          '<details><summary>Left out, and why</summary>',
          '',
          '| commit | subject | reason | detail |',
          '|---|---|---|---|',
          ...rows,
          ...more,
          '',
          '</details>',
          '',
        ]),
  ].join('\n')
}

/** Words of strangers as code: nothing in them acts, and no line of a table ends in them. */
function code(text: string): string {
  const line = text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll('`', "'")
    .replaceAll('|', '\\|')
    .trim()
  return line === '' ? '' : `\`${line.slice(0, 300)}\``
}
