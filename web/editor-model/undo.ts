/** A present with its past and what was taken back. */
export interface Timeline<State> {
  past: State[]
  present: State
  future: State[]
}

const mostSteps = 200

/** A timeline that begins here. */
export function begin<State>(present: State): Timeline<State> {
  return { past: [], present, future: [] }
}

/** Goes on to a new state; the same state is no step. */
export function advance<State>(line: Timeline<State>, next: State): Timeline<State> {
  if (next === line.present) return line
  return { past: [...line.past, line.present].slice(-mostSteps), present: next, future: [] }
}

/** Changes the present without a step to go back over. */
export function amend<State>(line: Timeline<State>, present: State): Timeline<State> {
  return present === line.present ? line : { ...line, present }
}

/** One step back. */
export function undo<State>({ past, present, future }: Timeline<State>): Timeline<State> {
  if (past.length === 0) return { past, present, future }
  return { past: past.slice(0, -1), present: past.at(-1)!, future: [present, ...future] }
}

/** One step forth again. */
export function redo<State>({ past, present, future }: Timeline<State>): Timeline<State> {
  const [next, ...rest] = future
  return next === undefined
    ? { past, present, future }
    : { past: [...past, present], present: next, future: rest }
}
