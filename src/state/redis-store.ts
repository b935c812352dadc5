import type { Encryption } from './encryption.ts'
import type { RedisLink } from './redis-link.ts'
import type { Step, Store } from './store.ts'

/** What every key of ours begins with. */
export const keyPrefix = 'notewright'

const renewScript = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0`
const releaseScript = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`
const advanceScript = `if tonumber(redis.call('GET', KEYS[2]) or 0) > tonumber(ARGV[3]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[4])
redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[4])
return 1`

/** Shares with other replicas; values are sealed, so that Redis holds nothing that can be read. */
export class RedisStore implements Store {
  readonly #link: RedisLink
  readonly #seal: Encryption

  constructor(link: RedisLink, seal: Encryption) {
    this.#link = link
    this.#seal = seal
  }

  async get(key: string): Promise<string | null> {
    const name = nameOf('value', key)
    const sealed = await this.#link.run((redis) => redis.get(name))
    return sealed === null ? null : this.#seal.open(sealed, name)
  }

  async set(key: string, value: string, milliseconds: number): Promise<void> {
    const name = nameOf('value', key)
    const sealed = this.#seal.seal(value, name)
    await this.#link.run((redis) => redis.set(name, sealed, 'PX', milliseconds))
  }

  async delete(key: string): Promise<void> {
    await this.#link.run((redis) => redis.del(nameOf('value', key), nameOf('rank', key)))
  }

  async advance(key: string, value: string, { rank, over, milliseconds }: Step): Promise<boolean> {
    const name = nameOf('value', key)
    const sealed = this.#seal.seal(value, name)
    const lasting = Math.ceil(milliseconds)
    return (
      (await this.#link.run((redis) =>
        redis.eval(advanceScript, 2, name, nameOf('rank', key), sealed, rank, over, lasting),
      )) === 1
    )
  }

  async claim(lease: string, holder: string, milliseconds: number): Promise<boolean> {
    const name = nameOf('lease', lease)
    return (await this.#link.run((redis) => redis.set(name, holder, 'PX', milliseconds, 'NX'))) === 'OK'
  }

  holderOf(lease: string): Promise<string | null> {
    return this.#link.run((redis) => redis.get(nameOf('lease', lease)))
  }

  async renew(lease: string, holder: string, milliseconds: number): Promise<boolean> {
    const name = nameOf('lease', lease)
    return (
      (await this.#link.run((redis) => redis.eval(renewScript, 1, name, holder, Math.ceil(milliseconds)))) ===
      1
    )
  }

  async release(lease: string, holder: string): Promise<void> {
    await this.#link.run((redis) => redis.eval(releaseScript, 1, nameOf('lease', lease), holder))
  }
}

function nameOf(kind: 'value' | 'rank' | 'lease', key: string): string {
  return `${keyPrefix}:${kind}:${key}`
}
