/** A state with the states to undo and redo. */
export interface EditHistory<State> {
  past: State[]
  present: State
  future: State[]
}

const maxSteps = 200

/** Starts a history without steps. */
export function startHistory<State>(present: State): EditHistory<State> {
  return { past: [], present, future: [] }
}

/** Adds a step, unless the state is unchanged. */
export function addStep<State>(history: EditHistory<State>, next: State): EditHistory<State> {
  if (next === history.present) return history
  return { past: [...history.past, history.present].slice(-maxSteps), present: next, future: [] }
}

/** Replaces the current state without adding a step. */
export function replacePresent<State>(history: EditHistory<State>, present: State): EditHistory<State> {
  return present === history.present ? history : { ...history, present }
}

/** Goes one step back. */
export function undo<State>({ past, present, future }: EditHistory<State>): EditHistory<State> {
  if (past.length === 0) return { past, present, future }
  return { past: past.slice(0, -1), present: past.at(-1)!, future: [present, ...future] }
}

/** Goes one step forward. */
export function redo<State>({ past, present, future }: EditHistory<State>): EditHistory<State> {
  const [next, ...rest] = future
  return next === undefined
    ? { past, present, future }
    : { past: [...past, present], present: next, future: rest }
}
