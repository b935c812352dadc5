import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Deadline } from '../core/deadline.ts'
import type { Store } from './store.ts'

/** Somebody who waits for an answer. */
export interface Waiting<Told> extends Deadline {
  /** Whether only an answer that is made from now on will do. */
  fresh: boolean
  /** What is told while the answer is made; whoever comes later is told it all. */
  onTold: (told: Told) => void
}

/** What making an answer is given, and what it gives. */
export interface Making<Told> extends Deadline {
  tell: (told: Told) => void
}

/** An answer as text, and for how long it is good. */
interface Made {
  text: string
  keepMs: number
}

/** An answer, and how it was come by: made for this request, made for another at the same time, or known. */
export interface Landed {
  text: string
  by: 'making' | 'waiting' | 'memory'
}

type Make<Told> = (making: Making<Told>) => Promise<Made>

interface Flight<Told> {
  key: string
  make: Make<Told>
  told: Told[]
  passengers: Set<Waiting<Told>>
  leader: Waiting<Told>
  left: AbortController
  landed: Promise<Landed>
}

const leaseMs = 5_000
const renewMs = 1_500
const firstLookMs = 25
const lastLookMs = 250

/** Makes an answer once for all who ask the same at the same time, in this process and in other replicas. */
export class SingleFlight<Told> {
  readonly #store: Store
  readonly #now: () => number
  readonly #flights = new Map<string, Flight<Told>>()

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /** The answer under a key; `make` is called when nobody has it and nobody else is making it. */
  async share(key: string, waiting: Waiting<Told>, make: Make<Told>): Promise<Landed> {
    // Whoever wants a new answer must not board a flight that may land with a known one.
    const gate = waiting.fresh ? `${key}:fresh` : key
    for (;;) {
      waiting.signal.throwIfAborted()
      const known = waiting.fresh || this.#flights.has(gate) ? null : await this.#store.get(key)
      if (known !== null) return { text: known, by: 'memory' }
      const flight = this.#flights.get(gate) ?? this.#start(gate, { key, make, leader: waiting })
      try {
        const landed = await this.#board(gate, flight, waiting)
        return flight.leader === waiting || landed.by === 'memory' ? landed : { ...landed, by: 'waiting' }
      } catch (error) {
        waiting.signal.throwIfAborted()
        // Whoever began it had less time than this one has, or left before it was under way: it is begun again.
        const { leader } = flight
        const isOrphan = leader.signal.aborted || this.#now() >= leader.deadlineAt
        if (leader === waiting || !isOrphan) throw error
      }
    }
  }

  async #board(gate: string, flight: Flight<Told>, waiting: Waiting<Told>): Promise<Landed> {
    flight.passengers.add(waiting)
    for (const told of flight.told) waiting.onTold(told)
    const left = Promise.withResolvers<never>()
    const leave = () => {
      this.#leave(gate, flight, waiting)
      left.reject(waiting.signal.reason)
    }
    waiting.signal.addEventListener('abort', leave, { once: true })
    try {
      return await Promise.race([flight.landed, left.promise])
    } finally {
      waiting.signal.removeEventListener('abort', leave)
      flight.passengers.delete(waiting)
    }
  }

  #leave(gate: string, flight: Flight<Told>, waiting: Waiting<Told>): void {
    flight.passengers.delete(waiting)
    if (flight.passengers.size > 0) return
    this.#close(gate, flight)
    flight.left.abort(waiting.signal.reason)
  }

  #start(gate: string, asked: Pick<Flight<Told>, 'key' | 'make' | 'leader'>): Flight<Told> {
    const flight: Flight<Told> = {
      ...asked,
      told: [],
      passengers: new Set(),
      left: new AbortController(),
      landed: Promise.resolve().then(() => this.#fly(flight)),
    }
    this.#flights.set(gate, flight)
    const close = () => this.#close(gate, flight)
    flight.landed.then(close, close)
    return flight
  }

  #close(gate: string, flight: Flight<Told>): void {
    if (this.#flights.get(gate) === flight) this.#flights.delete(gate)
  }

  async #fly(flight: Flight<Told>): Promise<Landed> {
    const { key } = flight
    if (flight.leader.fresh) return this.#make(flight)
    for (let pause = firstLookMs; ; pause = Math.min(2 * pause, lastLookMs)) {
      const holder = randomUUID()
      if (await this.#store.claim(key, holder, leaseMs)) return this.#lead(flight, holder)
      await wait(pause, undefined, { signal: flight.left.signal }).catch((error: Error) => {
        flight.left.signal.throwIfAborted()
        throw error
      })
      const known = await this.#store.get(key)
      if (known !== null) return { text: known, by: 'waiting' }
    }
  }

  async #lead(flight: Flight<Told>, holder: string): Promise<Landed> {
    const { key } = flight
    const renewing = setInterval(() => {
      this.#store.renew(key, holder, leaseMs).catch(() => {})
    }, renewMs)
    try {
      // Another may have landed between our look and our claim.
      const known = await this.#store.get(key)
      return known === null ? await this.#make(flight) : { text: known, by: 'waiting' }
    } finally {
      clearInterval(renewing)
      this.#store.release(key, holder).catch(() => {})
    }
  }

  async #make(flight: Flight<Told>): Promise<Landed> {
    const { text, keepMs } = await flight.make({
      signal: flight.left.signal,
      deadlineAt: flight.leader.deadlineAt,
      tell: (told) => {
        flight.told.push(told)
        for (const { onTold } of flight.passengers) onTold(told)
      },
    })
    await this.#store.set(flight.key, text, keepMs)
    return { text, by: 'making' }
  }
}
