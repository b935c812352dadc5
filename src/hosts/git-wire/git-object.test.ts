import { describe, expect, test } from 'vitest'
import { readCommit, readLinks } from './git-object.ts'

const tree = `tree ${'0'.repeat(40)}\n`

function commit(author: string, rest = '', message = 'Words\n'): Buffer {
  return Buffer.from(
    `${tree}author ${author}\ncommitter Bo <b@c.d> 1700000000 +0100\n${rest}\n${message}`,
    'latin1',
  )
}

describe('a commit', () => {
  // What git 2.39 prints by %an, %ae and %aI of the same lines.
  test.each([
    ['Ada <a@b.c> 1700000000 +0530', 'Ada', 'a@b.c', '2023-11-15T03:43:20+05:30'],
    ['Ada <a@b.c> 1700000000 -0930', 'Ada', 'a@b.c', '2023-11-14T12:43:20-09:30'],
    ['Ada <a@b.c> 1700000000 -0000', 'Ada', 'a@b.c', '2023-11-14T22:13:20+00:00'],
    ['Ada  <a@b.c>> 1700000000 +0000', 'Ada', 'a@b.c', '2023-11-14T22:13:20+00:00'],
    ['<a@b.c> 1700000000 +0000', '', 'a@b.c', '2023-11-14T22:13:20+00:00'],
    ['Ada <a@b.c>', 'Ada', 'a@b.c', ''],
    ['Ada a@b.c 1700000000 +0000', '', '', ''],
    ['Ada <a@b.c> 99999999999999 +0000', 'Ada', 'a@b.c', '1970-01-01T00:00:00+00:00'],
    // The last byte of this name is a no-break space in Latin-1.
    [
      `${Buffer.from('翠').toString('latin1')} <a@b.c> 1700000000 +0000`,
      '翠',
      'a@b.c',
      '2023-11-14T22:13:20+00:00',
    ],
  ])('by "%s" has its author and time', (author, name, email, authoredAt) => {
    const read = readCommit('sha', commit(author))
    expect({ ...read.author, authoredAt: read.authoredAt }).toEqual({ name, email, login: null, authoredAt })
    expect(read.committedAt).toBe(1_700_000_000)
  })

  test.each([
    ['', 'caf\xc3\xa9', 'café'],
    ['', 'caf\xe9 \x93x\x94', 'café “x”'],
    ['encoding ISO-8859-1\n', 'caf\xe9', 'café'],
    ['encoding Shift_JIS\n', '\x83\x65', 'テ'],
    ['encoding Shift_JIS\n', '\xff\xff', 'ÿÿ'],
    ['encoding nothing\n', 'caf\xe9', 'café'],
    ['gpgsig -----BEGIN-----\n \n encoding KOI8-R\n -----END-----\n', 'caf\xc3\xa9', 'café'],
    ['', 'before\0after', 'before'],
    ['', '', ''],
  ])('with %j reads %j', (header, bytes, text) => {
    expect(readCommit('sha', commit('Ada <a@b.c> 1 +0000', header, bytes)).message).toBe(text)
  })

  test('may have neither a message nor an author', () => {
    expect(readCommit('sha', Buffer.from(tree.trim()))).toMatchObject({
      message: '',
      parents: [],
      committedAt: 0,
    })
  })
})

test('a tag points at its object and has the date of its tagger', () => {
  const data = Buffer.from(
    'object abc\ntype commit\ntag v1\ntagger Ada <a@b.c> 1767225599 -0930\n\nobject def\n',
  )
  expect(readLinks('tag', data)).toEqual({ kind: 'tag', targets: ['abc'], day: '2025-12-31' })
})
