import { Worker } from 'node:worker_threads'
import type { TemplateResult } from '../render/template/render-template.ts'
import type { TemplateData } from '../render/template/template-data.ts'

const maxMs = 2_000
// On a busy machine a thread can start late, which is not the template's fault.
const maxStartMs = 30_000
const maxMegabytes = 64

/** Runs a template in a thread of its own, which is ended if it takes too long or too much memory. */
export function runTemplate(
  template: string,
  data: TemplateData,
  { signal }: { signal: AbortSignal },
): Promise<TemplateResult> {
  signal.throwIfAborted()
  const worker = new Worker(workerFile(), {
    workerData: { template, data },
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    env: {},
    stdout: true,
    stderr: true,
  })
  return new Promise((resolve, reject) => {
    const fail = (failure: string) => resolve({ failure, line: 1, column: 1 })
    let timer = setTimeout(() => fail(`its thread did not start in ${maxStartMs / 1000} seconds`), maxStartMs)
    worker.once('message', () => {
      clearTimeout(timer)
      timer = setTimeout(() => fail(`it took more than ${maxMs / 1000} seconds`), maxMs)
      worker.once('message', resolve)
    })
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') fail(`it needs more than ${maxMegabytes} MB of memory`)
      else reject(error)
    })
    worker.once('exit', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      fail('its thread ended without an answer')
    })
  }).finally(() => void worker.terminate()) as Promise<TemplateResult>
}

/** The program of the thread: beside this file, or in the package beside its other files. */
function workerFile(): URL {
  const own = import.meta.url
  if (own.endsWith('.ts')) return new URL('./template-worker.ts', own)
  return new URL(own.includes('/parts/') ? '../template-worker.js' : './template-worker.js', own)
}
