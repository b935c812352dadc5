import { expect, test } from 'vitest'
import { capitaliseNames } from './proper-names.ts'

test.each([
  ['Support github and gitlab urls', 'Support GitHub and GitLab URLs'],
  ['Read json, yaml and xml.', 'Read JSON, YAML and XML.'],
  ['Build on MacOS and osx', 'Build on macOS and osx'],
  ['Use Typescript and javascript', 'Use TypeScript and JavaScript'],
  ["Keep github's order", "Keep GitHub's order"],
  ['Run on Mac OS X', 'Run on macOS'],
])('%j is written %j', (text, written) => {
  expect(capitaliseNames(text)).toBe(written)
})

test.each([
  'Update http-proxy and json_pure',
  'Clone from github.com and http://localhost',
  'Call json.dumps and url(x)',
  'Require uri',
  'Add the "json" format',
  'Run github --all',
  'See src/http/json',
  'jsonify the httpd',
])('%j is not changed', (text) => {
  expect(capitaliseNames(text)).toBe(text)
})
