import { describe, expect, test } from 'vitest'
import { parseFragment } from './parse-fragment.ts'

async function linesOf(path: string, text: string) {
  return (await parseFragment(path, text)).map(({ category, text: own, breaking }) =>
    [category, own, ...(breaking ? ['breaking'] : [])].join(' | '),
  )
}

describe('the forms of news fragments', () => {
  test('towncrier: the type is in the name, the text is reStructuredText', async () => {
    expect(
      await linesOf(
        'news/12.bugfix.rst',
        'Keep ``--jobs`` when :func:`~tool.run` restarts\nthe service. (:pr:`12`)\n',
      ),
    ).toEqual(['Fixed | Keep `--jobs` when `tool.run` restarts the service.'])
    expect(await linesOf('changelog.d/+tabs.added.md', 'Tabs.')).toEqual(['Added | Tabs.'])
  })

  test('scriv: headings and items', async () => {
    expect(
      await linesOf(
        'changelog.d/20260102_ada.md',
        '<!--\nA comment.\n-->\n### Added\n\n- Tabs.\n- A long entry\n  in two lines.\n\n### Removed\n\n- The XML export.\n',
      ),
    ).toEqual(['Added | Tabs.', 'Added | A long entry in two lines.', 'Removed | The XML export.'])
  })

  test('changesets: the first paragraph; a major version is breaking; the name says nothing', async () => {
    expect(
      await linesOf(
        '.changeset/gold-bugs-fix.md',
        "---\n'tool': major\n'other': patch\n---\n\nThe `run` command needs a name.\n\nMore about it:\n\n- one\n",
      ),
    ).toEqual([' | The `run` command needs a name. | breaking'])
  })

  test('chloggen: type, component and note', async () => {
    expect(
      await linesOf(
        '.chloggen/fix-x.yaml',
        'change_type: bug_fix\ncomponent: exporter/file\nnote: Close the file when the service stops\nissues: [12]\nsubtext:\nchange_logs: [user]\n',
      ),
    ).toEqual(['Fixed | exporter/file: Close the file when the service stops'])
    expect(
      await linesOf('.chloggen/y.yaml', 'change_type: breaking\ncomponent: api\nnote: Rename `a`\n'),
    ).toEqual(['Changed | api: Rename `a` | breaking'])
  })

  test('changie and GitLab: kind and body, type and title', async () => {
    expect(
      await linesOf('.changes/unreleased/Added-2026.yaml', 'kind: Added\nbody: Tabs\ntime: 2026\n'),
    ).toEqual(['Added | Tabs'])
    expect(
      await linesOf(
        'changelogs/unreleased/x.yml',
        '---\ntitle: Fix lost cursor\nmerge_request: 12\nauthor:\ntype: fixed\n',
      ),
    ).toEqual(['Fixed | Fix lost cursor'])
  })

  test('reno and Ansible: lists by kind', async () => {
    expect(
      await linesOf(
        'releasenotes/notes/x-123.yaml',
        '---\nprelude: Long story.\nfeatures:\n  - |\n    Adds tabs to the\n    editor.\nfixes:\n  - Fixes a crash.\n  - Fixes another.\n',
      ),
    ).toEqual(['Added | Adds tabs to the editor.', 'Fixed | Fixes a crash.', 'Fixed | Fixes another.'])
    expect(
      await linesOf(
        'changelogs/fragments/x.yml',
        'breaking_changes:\n  - api - drop v1 (https://example.org/pull/7).\n',
      ),
    ).toEqual(['Changed | api - drop v1 | breaking'])
  })

  test('a Markdown file per change with references and an author', async () => {
    expect(
      await linesOf(
        'changelog/fix_a_crash.md',
        '* [#12](https://example.org/issues/12): Fix a crash in `run`. ([@ada][])\n',
      ),
    ).toEqual(['Fixed | Fix a crash in `run`.'])
    expect(
      await linesOf(
        'changelog/unreleased/issue-12',
        'Bugfix: Keep the cursor\n\nIt was lost.\n\nhttps://x.org/12\n',
      ),
    ).toEqual(['Fixed | Keep the cursor'])
  })

  test('Rush: a JSON file', async () => {
    expect(
      await linesOf(
        'common/changes/@x/y/z.json',
        '{"changes": [{"packageName": "@x/y", "comment": "Add tabs", "type": "minor"}], "packageName": "@x/y"}',
      ),
    ).toEqual([' | @x/y: Add tabs'])
  })
})

test('changesets and change files declare levels for packages', async () => {
  const changeset = '---\n"@acme/core": minor\n\'cli\': none # only tests\nweb: tiny\n---\n\nAdd tabs\n'
  expect(await parseFragment('.changeset/odd-cats-sing.md', changeset)).toMatchObject([
    {
      text: 'Add tabs',
      breaking: false,
      declares: [
        { name: '@acme/core', bump: 'minor' },
        { name: 'cli', bump: 'none' },
      ],
    },
  ])
  const change = '{"type": "patch", "comment": "Fix tabs", "packageName": "@acme/core"}'
  expect(await parseFragment('change/core-12.json', change)).toMatchObject([
    { declares: [{ name: '@acme/core', bump: 'patch' }] },
  ])
  const [fragment] = await parseFragment('changelog.d/12.feature.md', '---\ntitle: Tabs\n---\nAdd tabs')
  expect(fragment).not.toHaveProperty('declares')
})

test('internal types have no category', async () => {
  expect(await parseFragment('news/12.trivial.rst', 'Tidy up the tests.')).toMatchObject([
    { heading: 'trivial', category: null },
  ])
})

test('a damaged, empty or huge file has no lines', async () => {
  expect(await parseFragment('a.yaml', 'a: [')).toEqual([])
  expect(await parseFragment('news/1.trivial.rst', '')).toEqual([])
  expect(await parseFragment('a.json', '{"a": {"a": {"a": {"a": {"a": {"title": "x y"}}}}}}')).toEqual([])
  expect(await parseFragment('a.md', 'x'.repeat(100_000))).toEqual([])
})

test('a link to something else than a reference keeps its text', async () => {
  expect(
    await linesOf(
      'news/1.feature.md',
      'Follow [the guide](https://example.org/guide) for tabs ([#3](https://x.org/3)).',
    ),
  ).toEqual(['Added | Follow the guide for tabs'])
})
