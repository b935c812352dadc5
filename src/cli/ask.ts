import { Problem } from '../core/errors.ts'
import type { CliContext } from './cli-context.ts'

/** A question with what is used if the answer is empty. */
export interface Question<Answer> {
  text: string
  /** What Enter accepts. */
  usual: string
  /** Reads an answer; a string says what is wrong with it. */
  read: (answer: string) => { answer: Answer } | { error: string }
}

/** Asks questions on a terminal. */
export interface Prompt {
  /** Asks until the answer is valid; null if it is empty. */
  ask: <Answer>(question: Question<Answer>) => Promise<Answer | null>
  close: () => void
}

/** Opens a prompt on standard input and standard error; Ctrl-C and the end of the input reject the question. */
export function openPrompt({
  openStdio,
  printError,
  signal,
}: Pick<CliContext, 'openStdio' | 'printError' | 'signal'>): Prompt {
  const { createInterface } = process.getBuiltinModule('node:readline')
  // Not as a terminal: Ctrl-C then reaches the process, as everywhere else.
  const lines = createInterface({ input: openStdio().input, terminal: false })
  const received: string[] = []
  let isOver = signal.aborted
  let wake = () => {}
  const end = () => {
    isOver = true
    wake()
  }
  lines.on('line', (line) => {
    received.push(line)
    wake()
  })
  lines.on('close', end)
  signal.addEventListener('abort', end, { once: true })
  const nextLine = async (): Promise<string> => {
    while (received.length === 0 && !isOver)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    const line = signal.aborted ? undefined : received.shift()
    if (line !== undefined) return line
    throw new Problem(
      'invalid_request',
      'The questions were not answered, so nothing was written. Use --yes to accept what was found.',
    )
  }
  return {
    ask: async ({ text, usual, read }) => {
      for (;;) {
        printError(`${text} [${usual}] `)
        const line = (await nextLine()).trim()
        if (line === '') return null
        const found = read(line)
        if ('answer' in found) return found.answer
        printError(`  ${found.error}\n`)
      }
    },
    close: () => {
      signal.removeEventListener('abort', end)
      lines.close()
    },
  }
}
