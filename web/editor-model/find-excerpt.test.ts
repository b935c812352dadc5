import { expect, test } from 'vitest'
import { findExcerpt } from './find-excerpt.ts'

test('the paragraph that shares most names with the entry is shown, with the names marked', () => {
  const text =
    'Fix the hang\n\nSome words.\n\nSeen in notify_safely on Ruby 3.4.8 only.\n\nSigned-off-by: A <a@b.example>'
  expect(findExcerpt([text], 'Fix a hang in notify_safely')).toEqual([
    { text: 'Seen in ', isMarked: false },
    { text: 'notify_safely', isMarked: true },
    { text: ' on Ruby 3.4.8 only.', isMarked: false },
  ])
})

test('a title alone has no excerpt, and a long paragraph is cut', () => {
  expect(findExcerpt(['Fix the hang'], 'Fix it')).toEqual([])
  const [part] = findExcerpt([`Title\n\n${'word '.repeat(500)}`], 'Fix it')
  expect(part!.text.length).toBeLessThanOrEqual(400)
})
