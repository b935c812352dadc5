/** A step of something that only goes forward. */
export interface Step {
  /** How far the value is. */
  rank: number
  /** The furthest that what lies there may be, for this value to take its place; nothing at all is at 0. */
  over: number
  milliseconds: number
}

/** What requests share with each other: within one process, or through Redis with other replicas. */
export interface Store {
  get(key: string): Promise<string | null>
  set(key: string, value: string, milliseconds: number): Promise<void>
  delete(key: string): Promise<void>
  /** Sets a value in one go with the look at what lies there; false when that is further already. */
  advance(key: string, value: string, step: Step): Promise<boolean>
  /** Takes a lease; false when another holds it. */
  claim(lease: string, holder: string, milliseconds: number): Promise<boolean>
  /** Who holds a lease; null when nobody does. */
  holderOf(lease: string): Promise<string | null>
  /** Holds on to a lease; false when it was lost. */
  renew(lease: string, holder: string, milliseconds: number): Promise<boolean>
  release(lease: string, holder: string): Promise<void>
}
