import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Deadline } from '../core/deadline.ts'
import type { Store } from './store.ts'

/** A request that waits for an answer. */
export interface Waiter<Update> extends Deadline {
  /** Whether the answer must be made from now on; a stored one will not do. */
  fresh: boolean
  /** Receives every update sent while the answer is made; a waiter that joins late receives the earlier ones too. */
  onUpdate: (update: Update) => void
}

/** What the function that makes an answer receives. */
export interface FlightContext<Update> extends Deadline {
  sendUpdate: (update: Update) => void
}

/** An answer as text, and for how long it is stored. */
interface MadeAnswer {
  text: string
  keepMs: number
}

/** An answer and its source: made for this request, made for another one at the same time, or stored. */
export interface FlightResult {
  text: string
  by: 'making' | 'waiting' | 'memory'
}

type Make<Update> = (context: FlightContext<Update>) => Promise<MadeAnswer>

interface Flight<Update> {
  key: string
  make: Make<Update>
  /** Everything sent so far. */
  updates: Update[]
  waiters: Set<Waiter<Update>>
  leader: Waiter<Update>
  abandoned: AbortController
  result: Promise<FlightResult>
}

const leaseMs = 5_000
const renewMs = 1_500
const firstPollMs = 25
const lastPollMs = 250

/** Makes an answer once for all equal requests at the same time, in this process and in other replicas. */
export class SingleFlight<Update> {
  readonly #store: Store
  readonly #now: () => number
  readonly #flights = new Map<string, Flight<Update>>()

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /** Returns the answer for a key; calls `make` if it is neither stored nor being made. */
  async share(key: string, waiter: Waiter<Update>, make: Make<Update>): Promise<FlightResult> {
    // A request for a fresh answer must not join a flight that may end with a stored one.
    const flightKey = waiter.fresh ? `${key}:fresh` : key
    for (;;) {
      waiter.signal.throwIfAborted()
      const known = waiter.fresh || this.#flights.has(flightKey) ? null : await this.#store.get(key)
      if (known !== null) return { text: known, by: 'memory' }
      const flight = this.#flights.get(flightKey) ?? this.#start(flightKey, { key, make, leader: waiter })
      try {
        const result = await this.#join(flightKey, flight, waiter)
        return flight.leader === waiter || result.by === 'memory' ? result : { ...result, by: 'waiting' }
      } catch (error) {
        waiter.signal.throwIfAborted()
        // The leader's deadline passed or its client left: this request starts again.
        const { leader } = flight
        const isOrphan = leader.signal.aborted || this.#now() >= leader.deadlineAt
        if (leader === waiter || !isOrphan) throw error
      }
    }
  }

  async #join(flightKey: string, flight: Flight<Update>, waiter: Waiter<Update>): Promise<FlightResult> {
    flight.waiters.add(waiter)
    for (const update of flight.updates) waiter.onUpdate(update)
    const left = Promise.withResolvers<never>()
    const leave = () => {
      this.#leave(flightKey, flight, waiter)
      left.reject(waiter.signal.reason)
    }
    waiter.signal.addEventListener('abort', leave, { once: true })
    try {
      return await Promise.race([flight.result, left.promise])
    } finally {
      waiter.signal.removeEventListener('abort', leave)
      flight.waiters.delete(waiter)
    }
  }

  #leave(flightKey: string, flight: Flight<Update>, waiter: Waiter<Update>): void {
    flight.waiters.delete(waiter)
    if (flight.waiters.size > 0) return
    this.#close(flightKey, flight)
    flight.abandoned.abort(waiter.signal.reason)
  }

  #start(flightKey: string, request: Pick<Flight<Update>, 'key' | 'make' | 'leader'>): Flight<Update> {
    const flight: Flight<Update> = {
      ...request,
      updates: [],
      waiters: new Set(),
      abandoned: new AbortController(),
      result: Promise.resolve().then(() => this.#run(flight)),
    }
    this.#flights.set(flightKey, flight)
    const close = () => this.#close(flightKey, flight)
    flight.result.then(close, close)
    return flight
  }

  #close(flightKey: string, flight: Flight<Update>): void {
    if (this.#flights.get(flightKey) === flight) this.#flights.delete(flightKey)
  }

  async #run(flight: Flight<Update>): Promise<FlightResult> {
    const { key } = flight
    if (flight.leader.fresh) return this.#make(flight)
    for (let pause = firstPollMs; ; pause = Math.min(2 * pause, lastPollMs)) {
      const holder = randomUUID()
      if (await this.#store.claim(key, holder, leaseMs)) return this.#lead(flight, holder)
      await wait(pause, undefined, { signal: flight.abandoned.signal }).catch((error: Error) => {
        flight.abandoned.signal.throwIfAborted()
        throw error
      })
      const known = await this.#store.get(key)
      if (known !== null) return { text: known, by: 'waiting' }
    }
  }

  async #lead(flight: Flight<Update>, holder: string): Promise<FlightResult> {
    const { key } = flight
    const renewing = setInterval(() => {
      this.#store.renew(key, holder, leaseMs).catch(() => {})
    }, renewMs)
    try {
      // Another replica may have stored it between our read and our claim.
      const known = await this.#store.get(key)
      return known === null ? await this.#make(flight) : { text: known, by: 'waiting' }
    } finally {
      clearInterval(renewing)
      this.#store.release(key, holder).catch(() => {})
    }
  }

  async #make(flight: Flight<Update>): Promise<FlightResult> {
    const { text, keepMs } = await flight.make({
      signal: flight.abandoned.signal,
      deadlineAt: flight.leader.deadlineAt,
      sendUpdate: (update) => {
        flight.updates.push(update)
        for (const { onUpdate } of flight.waiters) onUpdate(update)
      },
    })
    await this.#store.set(flight.key, text, keepMs)
    return { text, by: 'making' }
  }
}
