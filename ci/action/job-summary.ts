import type { Answer } from '../../src/core/answer.ts'

const maxRows = 500

/** Formats the job summary: the notes, and every excluded commit with its reason. */
export function jobSummary({ changelog, commitCount, entries, omitted, warnings, range }: Answer): string {
  const included = entries.flatMap((entry) => entry.commits).length
  const rows = omitted
    .slice(0, maxRows)
    .map(
      ({ sha, subject, reason, detail }) =>
        `| ${code(sha.slice(0, 7))} | ${code(subject)} | ${reason} | ${code(detail)} |`,
    )
  const more = omitted.length > maxRows ? [``, `And ${omitted.length - maxRows} more.`] : []
  return [
    `# Release notes for ${code(range.fromRef)}..${code(range.toRef)}`,
    '',
    `${plural(commitCount, 'commit', 'commits')}: ${included} included in ${plural(entries.length, 'entry', 'entries')}, ${omitted.length} excluded.`,
    '',
    ...warnings.map(({ detail }) => `> ${code(detail)}\n`),
    '<details><summary>Notes</summary>',
    '',
    changelog.trimEnd(),
    '',
    '</details>',
    '',
    ...(omitted.length === 0
      ? []
      : [
          '<details><summary>Excluded commits</summary>',
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

function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Formats untrusted text as inline code on one line, so that it cannot add markup or end a table row. */
export function code(text: string): string {
  const line = text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll('`', "'")
    .replaceAll('|', '\\|')
    .trim()
  return line === '' ? '' : `\`${line.slice(0, 300)}\``
}
