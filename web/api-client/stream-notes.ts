import { createParser } from 'eventsource-parser'
import type { Answer } from '../../src/core/answer.ts'
import type { Entry } from '../../src/core/entry.ts'
import type { Progress } from '../../src/core/progress.ts'
import { ApiError, parseProblem } from './api-error.ts'
import { type ApiRequest, sendRequest } from './request.ts'
import { withRetry } from './retry.ts'

/** Callbacks for the events of a draft stream. */
export interface StreamListener {
  onProgress: (progress: Progress) => void
  onEntry: (entry: Entry) => void
}

/** Requests notes as an event stream and returns the final answer; retries when the server names a waiting time. */
export function streamNotes(request: ApiRequest, listener: StreamListener): Promise<Answer> {
  return withRetry(() => streamOnce(request, listener), request)
}

async function streamOnce(request: ApiRequest, { onProgress, onEntry }: StreamListener): Promise<Answer> {
  const response = await sendRequest({ ...request, accept: 'text/event-stream' })
  let answer: Answer | null = null
  let failure: ApiError | null = null
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const payload: unknown = JSON.parse(data)
      if (event === 'progress') onProgress(payload as Progress)
      else if (event === 'entry') onEntry(payload as Entry)
      else if (event === 'result') answer = payload as Answer
      else if (event === 'error') failure = new ApiError(parseProblem(payload) ?? connectionLost)
    },
  })
  await readStream(response, (text) => parser.feed(text), request.signal)
  if (failure) throw failure
  if (!answer) throw new ApiError(connectionLost)
  return answer
}

async function readStream(
  response: Response,
  onText: (text: string) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) onText(chunk.value)
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(connectionLost)
  }
}

const connectionLost = {
  code: 'stream_cut',
  title: 'Connection lost while drafting',
  detail: 'The entries written so far are kept. Redraft to get the rest; your edits stay.',
  retryAfter: null,
}
