/** A write that replaces a stored value only if that one has not advanced further. */
export interface RankedWrite {
  /** How far the value has advanced. */
  rank: number
  /** The highest rank of a stored value that this one replaces; no stored value has rank 0. */
  maxReplacedRank: number
  milliseconds: number
}

/** State that requests share: within one process, or with other replicas through Redis. */
export interface Store {
  get(key: string): Promise<string | null>
  set(key: string, value: string, milliseconds: number): Promise<void>
  delete(key: string): Promise<void>
  /** Compares and sets a value in one atomic step; returns false if the stored value has advanced further. */
  advance(key: string, value: string, write: RankedWrite): Promise<boolean>
  /** Takes a lease; returns false if another holder has it. */
  claim(lease: string, holder: string, milliseconds: number): Promise<boolean>
  /** Returns the holder of a lease; null if it is free. */
  holderOf(lease: string): Promise<string | null>
  /** Extends a lease; returns false if it was lost. */
  renew(lease: string, holder: string, milliseconds: number): Promise<boolean>
  release(lease: string, holder: string): Promise<void>
}
