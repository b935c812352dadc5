import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMessage } from './parse-message.ts'
import { splitPullRequestNumber } from './split-pull-request-number.ts'

const sha = '0123456789abcdef0123456789abcdef01234567'

describe('the pull request of a commit', () => {
  test.each([
    ['a GitHub merge', 'Merge pull request #12 from ada/branch\n\nAdd retries', 12],
    ['a GitHub squash', 'Add retries (#12)\n\n* first\n* second', 12],
    ['a GitLab squash', 'Add retries (!12)', 12],
    ['a merge commit with its own title', 'Add retries (#12)', 12],
    ['a squash of a squash', 'Add retries (#7) (#12)', 12],
    ['bors', 'Merge #12\n\n12: Add retries r=bob a=ada\n\nWhy.', 12],
    ['GitLab', "Merge branch 'retries' into 'main'\n\nAdd retries\n\nSee merge request acme/tool!12", 12],
    ['GitLab with nested groups', "Merge branch 'x' into 'main'\n\nAdd\n\nSee merge request a/b/c!12", 12],
    ['Gitea', "Merge pull request 'Add retries' (#12) from ada/retries into main", 12],
    ['Bitbucket', 'Merged in retries (pull request #12)\n\nAdd retries', 12],
    ['Azure', 'Merged PR 12: Add retries', 12],
    ['a Pull-Request trailer', 'Add retries\n\nPull-Request: #12', 12],
    ['a PR-URL trailer', 'Add retries\n\nPR-URL: https://github.com/acme/tool/pull/12', 12],
    ['a GitLab address in a trailer', 'x\n\nMerge-Request: https://gitlab.com/a/b/-/merge_requests/12', 12],
    ['a merged branch without a number', "Merge branch 'retries'", null],
    ['an issue in the middle', 'Fix #12 for good', null],
    ['an issue in a footer', 'Add retries\n\nCloses #12', null],
    ['a number in prose', 'Add retries\n\nSee merge request acme/tool!12', null],
    ['a number too long to be one', 'Add retries (#12345678901)', null],
  ])('is found in %s', (_form, text, number) => {
    expect(parseMessage(text).pullRequest).toBe(number)
  })
})

describe('a merge', () => {
  test.each([
    ['Merge pull request #12 from ada/branch\n\nAdd retries\n\nWhy.', 'Add retries'],
    ['Merge pull request #12 from ada/branch', null],
    ["Merge branch 'x' into 'main'\n\nAdd retries\n\nSee merge request acme/tool!12", 'Add retries'],
    ['Merge pull request \'Add "it"\' (#12) from ada/x into main', 'Add "it"'],
    ['Merged in retries (pull request #12)\n\nAdd retries\n\nApproved-by: Bob', 'Add retries'],
    ['Merged PR 12: Add retries', 'Add retries'],
    ['Merge #12\n\n12: Add retries r=bob a=ada', 'Add retries'],
    ["Merge branch 'main' into retries", null],
    ["Merge remote-tracking branch 'origin/main'", null],
    ["Merge tag 'v1.0.0' into main", null],
  ])('has the title of its pull request: %j', (text, title) => {
    expect(parseMessage(text).merge).toMatchObject({ title })
  })

  test.each(['Merge two arrays in one pass', 'Merged cells keep their borders', 'Add merge (#12)'])(
    'is not recognised by the word alone: %j',
    (text) => {
      expect(parseMessage(text).merge).toBeNull()
    },
  )
})

describe('a subject', () => {
  test.each([
    ['Add (#1)', 'Add', 1],
    ['Add (#1) (#2)', 'Add (#1)', 2],
    ['Add #1', 'Add #1', null],
    ['(#1)', '', 1],
  ])('is split from its number: %j', (text, title, number) => {
    expect(splitPullRequestNumber(text)).toEqual({ title, number })
  })
})

describe('a revert', () => {
  test.each([
    ['by SHA', `Revert "Add x"\n\nThis reverts commit ${sha}.`, { shas: [sha], subject: 'Add x' }],
    ['by a short SHA', 'Undo\n\nThis reverts commit 0123456.', { shas: ['0123456'], subject: null }],
    [
      'of several',
      `Undo\n\nThis reverts commits 0123456 and ${sha}.`,
      { shas: ['0123456', sha], subject: null },
    ],
    ['with a reason behind it', `Revert "x"\n\nThis reverts commit ${sha}, as it broke.`, { shas: [sha] }],
    [
      'by pull request',
      'Revert "Add x (#3)" (#4)\n\nReverts acme/tool#3',
      { pullRequests: [3], subject: 'Add x' },
    ],
    ['of GitLab', 'Revert "Add x"\n\nReverts !3', { pullRequests: [3] }],
    ['with a type', 'revert: feat: add x', { subject: 'feat: add x' }],
    ['with a type and quotes', 'revert: "feat: add x"', { subject: 'feat: add x' }],
    ['with a type and a scope', 'revert(api): add x\n\nRefs: #1', { subject: 'add x' }],
    ['by footer', 'Undo\n\nReverts: 0123456', { shas: ['0123456'] }],
    ['of a revert', 'Revert "Revert "Add x""', { subject: 'Revert "Add x"' }],
    ['by reapplying', 'Reapply "Add x"', { subject: 'Revert "Add x"' }],
  ])('is recognised %s', (_form, text, revert) => {
    expect(parseMessage(text).revert).toMatchObject(revert)
  })

  test.each([
    'Revert to the old default',
    'Allow reverting drafts',
    'Explain\n\nPeople write This reverts commit x',
  ])('is not recognised by the word alone: %j', (text) => {
    expect(parseMessage(text).revert).toBeNull()
  })
})

test('a cherry-pick names its source', () => {
  expect(parseMessage(`Add x\n\n(cherry picked from commit ${sha})`).cherryPickedFrom).toEqual([sha])
})

test.each([
  ['Bob <bob@example.org>', [{ name: 'Bob', email: 'bob@example.org' }]],
  ['Bob B. <bob@example.org> (he/him)', [{ name: 'Bob B.', email: 'bob@example.org' }]],
  ['bob@example.org', []],
  ['<bob@example.org>', []],
])('the co-author %j is read', (value, people) => {
  expect(parseMessage(`Add x\n\nCo-authored-by: ${value}`).coAuthors).toEqual(people)
})

describe('any message', () => {
  const sign = fc.constantFrom(
    '#1',
    '(',
    ')',
    '[',
    ']',
    ':',
    '!',
    '`',
    '"',
    '\n',
    '\n\n',
    '…',
    ' ',
    'Revert',
    'Merge',
  )
  const lines = fc.constantFrom(
    'BREAKING CHANGE: x',
    'Merge pull request #1 from ',
    '> ',
    '```',
    `commit ${sha}`,
  )
  const hostile = fc
    .array(fc.oneof(sign, lines, fc.string({ unit: 'binary' })))
    .map((words) => words.join(''))

  test('is read without an error, and its title is part of its subject', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const { subject, title, header } = parseMessage(text)
        expect(subject).not.toContain('\n')
        expect(subject).toContain(title)
        expect(title).toContain(header.description)
      }),
    )
  })

  test.each([
    '(',
    ')',
    '[a]',
    '[a] ',
    ':',
    'a: ',
    '#1 ',
    '(#1)',
    '`',
    '"',
    'x',
    ' ',
    '-',
    '>',
    ':x:',
    '✨',
    'BREAKING CHANGE: ',
    'BREAKING CHANGE: \n',
    'Fixes #1\n',
    'Fixes #1\n\n',
    'Revert "',
    `This reverts commit ${sha}\n`,
    "Merge pull request '",
    'Co-authored-by: <',
    '\n',
    '```\n',
  ])('of 64 kB of %j is read to its end', (piece) => {
    const text = piece.repeat(Math.ceil(65_536 / piece.length))
    expect(text).toContain(parseMessage(text).title)
    expect(parseMessage(`Title\n\n${text}`).title).toBe('Title')
  })
})
