/** What was counted over the releases of a repository. */
export interface QualityCounts {
  /** Included and listed. */
  right: number
  /** Included and not listed. */
  wrong: number
  /** Listed and not included. */
  missed: number
  /** Listed as breaking, removed, deprecated or security, and how many of them are included. */
  must: number
  mustIncluded: number
  /** Listed in a known category, and how many of them are in the same category here. */
  categorised: number
  categorisedRight: number
  /** The same with a seventh class for all other headings, such as documentation and dependencies. */
  classified: number
  classifiedRight: number
  /** Entries whose wording was compared. */
  compared: number
  overlap: number
  bareOverlap: number
}

/** The figures of a repository; null when there is nothing to count. */
export interface QualityFigures {
  precision: number
  recall: number
  f1: number
  must: number | null
  category: number | null
  /** The same with the seventh class for other headings. */
  headingClass: number | null
  /** The overlap of our wording with the maintainers', divided by that of the bare title; above 1 is better. */
  wording: number | null
}

/** Counts that start at zero. */
export function createCounts(): QualityCounts {
  return {
    right: 0,
    wrong: 0,
    missed: 0,
    must: 0,
    mustIncluded: 0,
    categorised: 0,
    categorisedRight: 0,
    classified: 0,
    classifiedRight: 0,
    compared: 0,
    overlap: 0,
    bareOverlap: 0,
  }
}

/** Computes the figures from the counts. */
export function computeFigures(counts: QualityCounts): QualityFigures {
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)
  const { right, wrong, missed } = counts
  return {
    precision: share(right, right + wrong),
    recall: share(right, right + missed),
    f1: share(2 * right, 2 * right + wrong + missed),
    must: counts.must === 0 ? null : counts.mustIncluded / counts.must,
    category: counts.categorised === 0 ? null : counts.categorisedRight / counts.categorised,
    headingClass: counts.classified === 0 ? null : counts.classifiedRight / counts.classified,
    wording: counts.bareOverlap === 0 ? null : counts.overlap / counts.bareOverlap,
  }
}

/** Averages the figures; each repository counts once. */
export function averageFigures(all: QualityFigures[]): QualityFigures {
  const average = (values: (number | null)[]) => {
    const known = values.filter((value) => value !== null)
    return known.length === 0 ? null : known.reduce((a, b) => a + b, 0) / known.length
  }
  return {
    precision: average(all.map(({ precision }) => precision)) ?? 0,
    recall: average(all.map(({ recall }) => recall)) ?? 0,
    f1: average(all.map(({ f1 }) => f1)) ?? 0,
    must: average(all.map(({ must }) => must)),
    category: average(all.map(({ category }) => category)),
    headingClass: average(all.map(({ headingClass }) => headingClass)),
    wording: average(all.map(({ wording }) => wording)),
  }
}

/** Prints one line per repository. */
export function printTable(
  rows: {
    name: string
    cold: QualityFigures
    history: QualityFigures
    everything: number
    conventional: number
  }[],
): void {
  const cell = (value: number | null) => (value === null ? '–' : value.toFixed(2)).padStart(6)
  const head = ['P', 'R', 'F1', 'must', 'cat', 'P', 'R', 'F1', 'must', 'cat', 'all', 'conv']
  console.log(`${''.padEnd(44)}${head.map((each) => each.padStart(6)).join('')}   (cold, then with history)`)
  for (const { name, cold, history, everything, conventional } of rows) {
    const cells = [cold, history].flatMap(({ precision, recall, f1, must, category }) => [
      precision,
      recall,
      f1,
      must,
      category,
    ])
    console.log(`${name.padEnd(44)}${[...cells, everything, conventional].map(cell).join('')}`)
  }
}
