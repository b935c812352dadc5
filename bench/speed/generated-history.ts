import type { Step } from '../../test/support/build-repository.ts'

const subjects = [
  'feat(api): add endpoint',
  'fix: crash in the importer when row',
  'docs: explain part',
  'Improve the speed of view',
  'chore: tidy folder',
]

/** A long history of one line, with bodies, footers, pull requests and a release every 500 commits, the last 200 before the end. */
export function generatedHistory(count: number): Step[] {
  return Array.from({ length: count }, (_, index): Step[] => [
    {
      commit: `${subjects[index % subjects.length]} ${index} (#${index})\n\nA body of two lines that says why,\nas careful authors write it.\n\nSigned-off-by: Ada <ada@example.org>`,
      by: `Author ${index % 37}`,
      files: [`src/area-${index % 50}/file-${index % 400}.ts`, `test/area-${index % 50}.test.ts`],
    },
    ...(index % 500 === 299 ? [{ tag: `v1.${(index + 201) / 500}.0` }] : []),
  ]).flat()
}
