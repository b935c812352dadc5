/** What requests share with each other: within one process, or through Redis with other replicas. */
export interface Store {
  get(key: string): Promise<string | null>
  set(key: string, value: string, milliseconds: number): Promise<void>
  delete(key: string): Promise<void>
  /** Takes a lease; false when another holds it. */
  claim(lease: string, holder: string, milliseconds: number): Promise<boolean>
  /** Who holds a lease; null when nobody does. */
  holderOf(lease: string): Promise<string | null>
  /** Holds on to a lease; false when it was lost. */
  renew(lease: string, holder: string, milliseconds: number): Promise<boolean>
  release(lease: string, holder: string): Promise<void>
}
