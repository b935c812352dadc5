import type { ParsedCommit } from '../parse/parse-commits.ts'

// Each question walks a part of the history. The limit keeps the sum of all walks linear in its length.
const stepsPerCommit = 200
const minSteps = 100_000
// Clocks differ, so that some commits are listed before one of their children; git allows for that too.
const slack = 50

/** Answers questions about the ancestry of the commits of a range. */
export class CommitGraph {
  /** Newest first. */
  readonly #commits: ParsedCommit[]
  readonly #find: (sha: string) => ParsedCommit | undefined
  /** The number of the last walk that passed a commit, by its position. */
  readonly #seen: Int32Array
  #walks = 0
  #stepsLeft: number

  constructor(commits: ParsedCommit[], find: (sha: string) => ParsedCommit | undefined) {
    this.#commits = commits
    this.#find = find
    this.#seen = new Int32Array(commits.length)
    this.#stepsLeft = Math.max(minSteps, stepsPerCommit * commits.length)
  }

  /** Whether a commit comes before another one; by their positions once the limit of steps is reached. */
  isAncestor(older: ParsedCommit, newer: ParsedCommit): boolean {
    if (older === newer || older.position > newer.position + slack) return false
    if (this.#stepsLeft <= 0) return older.position < newer.position
    const lowest = older.position - slack
    this.#walks += 1
    const queue = [newer]
    // Nearest commits first: a revert is seldom far from what it reverts.
    for (const { commit } of queue) {
      for (const sha of commit.parents) {
        if (sha === older.commit.sha) {
          this.#stepsLeft -= queue.length
          return true
        }
        const parent = this.#find(sha)
        if (!parent || parent.position < lowest || this.#seen[parent.position] === this.#walks) continue
        this.#seen[parent.position] = this.#walks
        queue.push(parent)
      }
    }
    this.#stepsLeft -= queue.length
    return false
  }

  /**
   * The commits that a merge brought: those of its other parents that its first parent does not have. Goes down the
   * history from the merge until every commit of the other parents is found to be brought or known.
   */
  listBroughtBy(merge: ParsedCommit): ParsedCommit[] {
    const known = new Set<ParsedCommit>()
    const brought = new Set<ParsedCommit>()
    const [first = '', ...others] = merge.commit.parents
    let waiting = 0
    const addBrought = (sha: string) => {
      const parsed = this.#find(sha)
      if (!parsed || known.has(parsed) || brought.has(parsed)) return
      brought.add(parsed)
      waiting += 1
    }
    const done = new Set<ParsedCommit>()
    const addKnown = (sha: string) => {
      const added = [sha]
      for (let each = added.pop(); each !== undefined; each = added.pop()) {
        const parsed = this.#find(each)
        if (!parsed || known.has(parsed)) continue
        known.add(parsed)
        if (brought.delete(parsed) && !done.has(parsed)) waiting -= 1
        // What was passed already does not come up again.
        if (done.has(parsed)) added.push(...parsed.commit.parents)
      }
    }
    addKnown(first)
    for (const sha of others) addBrought(sha)
    const start = this.#commits.length - 1 - merge.position
    let left = slack
    for (let index = Math.max(0, start - slack); index < this.#commits.length && left > 0; index += 1) {
      if (this.#stepsLeft <= 0) return []
      this.#stepsLeft -= 1
      const parsed = this.#commits[index]!
      if (waiting === 0) left -= 1
      if (known.has(parsed)) for (const sha of parsed.commit.parents) addKnown(sha)
      else if (brought.has(parsed)) {
        waiting -= 1
        for (const sha of parsed.commit.parents) addBrought(sha)
      }
      done.add(parsed)
    }
    return [...brought].sort((one, other) => other.position - one.position)
  }
}
