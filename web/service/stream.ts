import { createParser } from 'eventsource-parser'
import type { Answer } from '../../src/core/answer.ts'
import type { Entry } from '../../src/core/entry.ts'
import type { Progress } from '../../src/core/progress.ts'
import { ask, type ServiceRequest } from './ask.ts'
import { asTrouble, Refusal } from './refusal.ts'
import { waitOut } from './wait-out.ts'

/** Who listens while the service writes. */
export interface Listener {
  onProgress: (progress: Progress) => void
  onEntry: (entry: Entry) => void
}

/** Asks for notes as a stream, and gives the whole answer at its end; who must wait is asked again after it. */
export function streamNotes(question: ServiceRequest, listener: Listener): Promise<Answer> {
  return waitOut(() => streamOnce(question, listener), question)
}

async function streamOnce(question: ServiceRequest, { onProgress, onEntry }: Listener): Promise<Answer> {
  const response = await ask({ ...question, accept: 'text/event-stream' })
  let answer: Answer | null = null
  let refusal: Refusal | null = null
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const said: unknown = JSON.parse(data)
      if (event === 'progress') onProgress(said as Progress)
      else if (event === 'entry') onEntry(said as Entry)
      else if (event === 'result') answer = said as Answer
      else if (event === 'error') refusal = new Refusal(asTrouble(said) ?? cut)
    },
  })
  await readAll(response, (text) => parser.feed(text), question.signal)
  if (refusal) throw refusal
  if (!answer) throw new Refusal(cut)
  return answer
}

async function readAll(
  response: Response,
  take: (text: string) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) take(piece.value)
  } catch (error) {
    if (signal?.aborted) throw error
    throw new Refusal(cut)
  }
}

const cut = {
  code: 'stream_cut',
  title: 'The connection broke while the draft was written',
  detail:
    'What had arrived is kept. Draft again when you are online; entries that you edited stay as they are.',
  retryAfter: null,
}
