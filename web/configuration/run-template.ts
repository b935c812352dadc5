import type { TemplateResult } from '../../src/render/template/render-template.ts'
import type { TemplateData } from '../../src/render/template/template-data.ts'
import workerUrl from './template-worker.ts?worker&url'

const maxMs = 2_000

/** The name of the only policy that the content security policy of the page allows. */
const policyName = 'template-worker'

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string }
}

/** The address of the worker, as browsers with Trusted Types ask for it; no other address becomes a script. */
const trustedUrl = trustUrl()

function trustUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  if (!trustedTypes) return workerUrl
  const policy = trustedTypes.createPolicy(policyName, { createScriptURL: () => workerUrl })
  return policy.createScriptURL(workerUrl)
}

/** Runs a template in a worker of its own, which is ended if it takes too long or is no longer needed. */
export function runTemplate(
  template: string,
  data: TemplateData,
  { signal }: { signal: AbortSignal },
): Promise<TemplateResult> {
  const worker = new Worker(trustedUrl, { type: 'module' })
  return new Promise<TemplateResult>((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = (result: TemplateResult) => {
      clearTimeout(timer)
      resolve(result)
    }
    const fail = (failure: string) => end({ failure, line: 1, column: 1 })
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.onmessage = ({ data: message }: MessageEvent<TemplateResult | 'ready'>) => {
      if (message !== 'ready') return end(message)
      timer = setTimeout(() => fail(`it took more than ${maxMs / 1000} seconds`), maxMs)
      worker.postMessage({ template, data })
    }
    worker.onerror = ({ message }) => fail(message ? message : 'its worker could not be started')
  }).finally(() => worker.terminate())
}
