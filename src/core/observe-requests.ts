import { AsyncLocalStorage } from 'node:async_hooks'

/** One request to a host, without headers and bodies: it holds no secrets. */
export interface ObservedRequest {
  method: string
  /** The path and query of its URL. */
  path: string
  /** Null if there was no response. */
  status: number | null
  milliseconds: number
  /** How many bytes of the body were read, after decompression. */
  bytes: number
}

type Observer = (request: ObservedRequest) => void

const observers = new AsyncLocalStorage<Observer>()

/** Runs work and reports the requests to hosts that it sends. */
export function observeRequests<Result>(observer: Observer, work: () => Promise<Result>): Promise<Result> {
  return observers.run(observer, work)
}

/** Returns the observer of the work that runs now; null if there is none. */
export function currentObserver(): Observer | null {
  return observers.getStore() ?? null
}
