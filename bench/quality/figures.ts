/** What was counted over the releases of a repository. */
export interface Tally {
  /** Told and listed; told and not listed; listed and not told. */
  right: number
  wrong: number
  missed: number
  must: number
  mustTold: number
  filed: number
  filedRight: number
  worded: number
  overlap: number
  bareOverlap: number
}

/** The figures of a repository; null where there is nothing to count. */
export interface Figures {
  precision: number
  recall: number
  f1: number
  must: number | null
  category: number | null
  /** The overlap of our wording with the maintainers', over that of the bare title: above 1 is better. */
  wording: number | null
}

/** A tally of nothing. */
export function emptyTally(): Tally {
  return {
    right: 0,
    wrong: 0,
    missed: 0,
    must: 0,
    mustTold: 0,
    filed: 0,
    filedRight: 0,
    worded: 0,
    overlap: 0,
    bareOverlap: 0,
  }
}

/** The figures of a tally. */
export function figuresOf(tally: Tally): Figures {
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)
  const { right, wrong, missed } = tally
  return {
    precision: share(right, right + wrong),
    recall: share(right, right + missed),
    f1: share(2 * right, 2 * right + wrong + missed),
    must: tally.must === 0 ? null : tally.mustTold / tally.must,
    category: tally.filed === 0 ? null : tally.filedRight / tally.filed,
    wording: tally.bareOverlap === 0 ? null : tally.overlap / tally.bareOverlap,
  }
}

/** Averages in which each repository counts once. */
export function averageOf(all: Figures[]): Figures {
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
    wording: average(all.map(({ wording }) => wording)),
  }
}

/** Prints a line a repository. */
export function printTable(
  rows: { name: string; cold: Figures; history: Figures; everything: number; conventional: number }[],
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
