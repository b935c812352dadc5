import { measurements } from './catalogue.ts'

/** The output of a measurement, and where and when it was made. */
export interface Result {
  command: string
  measuredAt: string
  commit: string
  machine: string
  versions: string
  /** Whether every target of the script was met. */
  passed: boolean
  output: string[]
}

const introduction = `# Measurements

<!-- Written by \`npm run figures\`. Do not edit. -->

The output of our measuring scripts, unedited. The pages about [quality](quality.md), [performance](performance.md) and [reliability](reliability.md) explain what is measured and how. Times depend on the machine; ratios within one run can be compared.
`

/** Prints the page with all results. */
export function printPage(results: ReadonlyMap<string, Result>): string {
  const sections = [...new Set(measurements.map(({ section }) => section))]
  const parts = sections.flatMap((section) => {
    const measured = measurements.filter((each) => each.section === section && results.has(each.name))
    const blocks = measured.map(({ title, name }) => printResult(title, results.get(name)!))
    return blocks.length === 0 ? [] : [`## ${section}\n`, ...blocks]
  })
  return [introduction, ...(parts.length === 0 ? ['Nothing has been recorded yet.\n'] : parts)].join('\n')
}

function printResult(title: string, result: Result): string {
  const { command, measuredAt, commit, machine, versions, passed, output } = result
  const outcome = passed ? 'Every target of the script was met.' : '**A target was missed.**'
  return [
    `### ${title}\n`,
    `\`${command}\` on ${measuredAt}, version ${commit}, ${machine}, ${versions}. ${outcome}\n`,
    '```text',
    ...output,
    '```\n',
  ].join('\n')
}
