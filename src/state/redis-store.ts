import type { Encryption } from './encryption.ts'
import type { RedisLink } from './redis-link.ts'
import type { RankedWrite, Store } from './store.ts'

/** The prefix of every key that we write. */
export const keyPrefix = 'notewright'

const renewScript = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0`
const releaseScript = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`
const advanceScript = `if tonumber(redis.call('GET', KEYS[2]) or 0) > tonumber(ARGV[3]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[4])
redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[4])
return 1`

/** Shares with other replicas; values are encrypted, so that access to Redis does not reveal them. */
export class RedisStore implements Store {
  readonly #link: RedisLink
  readonly #encryption: Encryption

  constructor(link: RedisLink, encryption: Encryption) {
    this.#link = link
    this.#encryption = encryption
  }

  async get(key: string): Promise<string | null> {
    const name = redisKey('value', key)
    const encrypted = await this.#link.run((redis) => redis.get(name))
    return encrypted === null ? null : this.#encryption.decrypt(encrypted, name)
  }

  async set(key: string, value: string, milliseconds: number): Promise<void> {
    const name = redisKey('value', key)
    const encrypted = this.#encryption.encrypt(value, name)
    await this.#link.run((redis) => redis.set(name, encrypted, 'PX', milliseconds))
  }

  async delete(key: string): Promise<void> {
    await this.#link.run((redis) => redis.del(redisKey('value', key), redisKey('rank', key)))
  }

  async advance(
    key: string,
    value: string,
    { rank, maxReplacedRank, milliseconds }: RankedWrite,
  ): Promise<boolean> {
    const name = redisKey('value', key)
    const encrypted = this.#encryption.encrypt(value, name)
    const values = [encrypted, rank, maxReplacedRank, Math.ceil(milliseconds)]
    return (
      (await this.#link.run((redis) =>
        redis.eval(advanceScript, 2, name, redisKey('rank', key), ...values),
      )) === 1
    )
  }

  async claim(lease: string, holder: string, milliseconds: number): Promise<boolean> {
    const name = redisKey('lease', lease)
    return (await this.#link.run((redis) => redis.set(name, holder, 'PX', milliseconds, 'NX'))) === 'OK'
  }

  holderOf(lease: string): Promise<string | null> {
    return this.#link.run((redis) => redis.get(redisKey('lease', lease)))
  }

  async renew(lease: string, holder: string, milliseconds: number): Promise<boolean> {
    const name = redisKey('lease', lease)
    return (
      (await this.#link.run((redis) => redis.eval(renewScript, 1, name, holder, Math.ceil(milliseconds)))) ===
      1
    )
  }

  async release(lease: string, holder: string): Promise<void> {
    await this.#link.run((redis) => redis.eval(releaseScript, 1, redisKey('lease', lease), holder))
  }
}

function redisKey(kind: 'value' | 'rank' | 'lease', key: string): string {
  return `${keyPrefix}:${kind}:${key}`
}
