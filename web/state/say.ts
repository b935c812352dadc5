import type { AppState, Wait } from './app-state.ts'

/** Something said anew, so that it is heard also when it is the same as before. */
export function say({ said }: AppState, text: string): AppState['said'] {
  return { text, at: said.at + 1 }
}

/** Says that a wait has begun; that it is over shows in what comes next. */
export function sayWait(state: AppState, wait: Wait | null): AppState['said'] {
  return wait === null ? state.said : say(state, `${wait.why}. Waiting.`)
}
