import { expect, test } from 'vitest'
import type { ChangedFiles, Commit } from '../core/commit.ts'
import type { Repository } from '../core/repository.ts'
import { findSamePatches } from './same-patches.ts'

const texts: Record<string, string> = {
  base: 'a\nb\nc\n',
  fixed: 'a\nB\nc\n',
  other: 'x\na\nb\nc\n',
  otherFixed: 'x\na\nB\nc\n',
  otherwise: 'x\na\nb\nC\n',
}

function commitsOf(files: Record<string, ChangedFiles>): Commit[] {
  return Object.keys(files).map((sha) => ({ sha }) as Commit)
}

function changed(path: string, before: string | null, after: string | null): ChangedFiles {
  return { paths: [path], cut: false, contents: [{ before, after }] }
}

async function compare(
  own: Record<string, ChangedFiles>,
  other: Record<string, ChangedFiles>,
  readable = Object.keys(texts),
) {
  const requested: string[] = []
  const repository = {
    contents: async (ids: string[]) => {
      requested.push(...ids)
      return new Map(ids.filter((id) => readable.includes(id)).map((id) => [id, Buffer.from(texts[id]!)]))
    },
  } as Pick<Repository, 'contents'> as Repository
  const files = new Map(Object.entries({ ...own, ...other }))
  const found = await findSamePatches(repository, { own: commitsOf(own), other: commitsOf(other), files })
  return { same: [...found.commits].sort(), isComplete: found.isComplete, requested }
}

test('the same contents before and after are the same patch, and nothing is read', async () => {
  expect(
    await compare({ mine: changed('a', 'base', 'fixed') }, { theirs: changed('a', 'base', 'fixed') }),
  ).toEqual({ same: ['mine', 'theirs'], isComplete: true, requested: [] })
})

test('the same lines in a file that differs elsewhere are the same patch', async () => {
  const { same } = await compare(
    { mine: changed('a', 'base', 'fixed') },
    { theirs: changed('a', 'other', 'otherFixed') },
  )
  expect(same).toEqual(['mine', 'theirs'])
})

test('other lines, or other files, are another patch', async () => {
  expect(
    await compare({ mine: changed('a', 'base', 'fixed') }, { theirs: changed('a', 'other', 'otherwise') }),
  ).toMatchObject({ same: [], isComplete: true })
  expect(
    await compare({ mine: changed('a', 'base', 'fixed') }, { theirs: changed('b', 'base', 'fixed') }),
  ).toMatchObject({ same: [], requested: [] })
})

test('a content that cannot be read makes the comparison incomplete', async () => {
  expect(
    await compare({ mine: changed('a', 'base', 'fixed') }, { theirs: changed('a', 'other', 'otherFixed') }, [
      'base',
      'fixed',
    ]),
  ).toMatchObject({ same: [], isComplete: false })
})

test('added and deleted files are compared', async () => {
  const { same } = await compare(
    { added: changed('a', null, 'base'), deleted: changed('b', 'base', null) },
    { theirs: changed('a', null, 'base'), gone: changed('b', 'base', null) },
  )
  expect(same).toEqual(['added', 'deleted', 'gone', 'theirs'])
})
