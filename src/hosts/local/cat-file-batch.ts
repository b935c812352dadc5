import { Problem } from '../../core/errors.ts'

/** The header of one object in the output; the id is null when git does not have the object. */
export interface BatchHeader {
  id: string | null
  type: string
  size: number
  ambiguous: boolean
}

const maxObjectBytes = 10 * 1024 * 1024
const maxHeaderBytes = 64 * 1024

/** Reads the output of `git cat-file --batch-command` as it arrives. */
export class CatFileBatch {
  readonly #output: AsyncGenerator<Buffer>
  #waiting: Buffer = Buffer.alloc(0)

  constructor(output: AsyncGenerator<Buffer>) {
    this.#output = output
  }

  async header(): Promise<BatchHeader> {
    let end = this.#waiting.indexOf(0x0a)
    while (end === -1) {
      if (this.#waiting.length > maxHeaderBytes) throw unexpected()
      await this.#more()
      end = this.#waiting.indexOf(0x0a)
    }
    const line = this.#waiting.toString('utf8', 0, end)
    this.#waiting = this.#waiting.subarray(end + 1)
    const [, id = null, type = '', size = 0] = /^([0-9a-f]{40,64}) ([a-z]+) (\d+)$/.exec(line) ?? []
    return { id, type, size: Number(size), ambiguous: line.endsWith(' ambiguous') }
  }

  /** Reads the whole content that follows a header. */
  async content(header: BatchHeader): Promise<Buffer> {
    if (header.id === null) return Buffer.alloc(0)
    if (header.size > maxObjectBytes) throw tooLarge()
    const pieces: Buffer[] = []
    // A line feed follows every content.
    for await (const piece of this.pieces({ ...header, size: header.size + 1 })) pieces.push(piece)
    return Buffer.concat(pieces).subarray(0, header.size)
  }

  /** Yields the content that follows a header in pieces. Nothing more can be read if the caller stops early. */
  async *pieces({ size }: BatchHeader): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      if (this.#waiting.length === 0) await this.#more()
      const piece = this.#waiting.subarray(0, left)
      this.#waiting = this.#waiting.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }

  /** Ends the git process. */
  async close(): Promise<void> {
    await this.#output.return(undefined)
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#output.next()
    if (done) throw unexpected()
    this.#waiting = this.#waiting.length === 0 ? value : Buffer.concat([this.#waiting, value])
  }
}

function unexpected(): Problem {
  return new Problem(
    'host_unusable',
    'git printed unexpected output. Install git 2.36 or newer on the machine that runs Notewright.',
  )
}

function tooLarge(): Problem {
  return new Problem(
    'host_unusable',
    'A tag of the repository is larger than 10 MiB. Name the commit by its SHA instead.',
  )
}
