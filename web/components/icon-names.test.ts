import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { iconNames } from './icon-names.ts'

test('the sprite contains exactly the named icons', () => {
  const sprite = readFileSync(join(import.meta.dirname, '../assets/icons.svg'), 'utf8')
  expect([...sprite.matchAll(/<symbol id="icon-([\w-]+)"/g)].map(([, name]) => name)).toEqual([...iconNames])
})
