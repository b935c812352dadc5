import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'

const docs = join(import.meta.dirname, '..')

interface Page {
  text: string
  link: string
}

function page(text: string, link: string): Page {
  return { text, link }
}

/** A part of the sidebar with its pages, each given by its title and its path below the folder. */
function section(text: string, folder: string, pages: [string, string][]): { text: string; items: Page[] } {
  return { text, items: pages.map(([title, path]) => page(title, `${folder}/${path}`)) }
}

/** The pages of a folder, by the headings that they begin with. */
function pagesOf(folder: string): Page[] {
  return readdirSync(join(docs, folder))
    .filter((file) => file.endsWith('.md') && file !== 'index.md')
    .map((file) => {
      const title = /^# (.+)$/m.exec(readFileSync(join(docs, folder, file), 'utf8'))?.[1]
      return page(title ?? file, `/${folder}/${file.replace('.md', '')}`)
    })
}

export default defineConfig({
  title: 'Notewright',
  description: 'Turns the commits of a repository into release notes and keeps the changelog current.',
  lang: 'en-GB',
  base: '/notewright/',
  cleanUrls: true,
  lastUpdated: true,
  // Dead links fail the build. Local URLs in examples are not pages.
  ignoreDeadLinks: [/^https?:\/\/(?:localhost|127\.0\.0\.1)/],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    // The examples contain `{{ … }}` of templates, which Vue would evaluate.
    config: (markdown) => {
      const render = markdown.renderer.rules.code_inline!
      markdown.renderer.rules.code_inline = (...given) => render(...given).replace('<code', '<code v-pre')
    },
  },
  // The esbuild of VitePress does not know the target of our tsconfig.json.
  vite: { esbuild: { tsconfigRaw: '{}' } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    editLink: {
      pattern: 'https://github.com/notewright/notewright/edit/main/docs/:path',
      text: 'Edit this page',
    },
    socialLinks: [{ icon: 'github', link: 'https://github.com/notewright/notewright' }],
    nav: [
      page('Getting started', '/getting-started'),
      { ...page('Guides', '/guides/release-notes'), activeMatch: '/guides/' },
      { ...page('Reference', '/reference/cli'), activeMatch: '/reference/' },
      page('FAQ', '/faq'),
    ],
    sidebar: {
      '/decisions/': [{ text: 'Decisions', items: pagesOf('decisions') }],
      '/': [
        page('Getting started', '/getting-started'),
        section('Guides', '/guides', [
          ['Notes for a release', 'release-notes'],
          ['Keep a changelog', 'changelog'],
          ['Draft releases and release pull requests', 'release-flow'],
          ['GitHub Action', 'github-action'],
          ['GitLab CI', 'gitlab-ci'],
          ['Other CI systems', 'other-ci'],
          ['Monorepos', 'monorepos'],
          ['Writing with a model', 'models'],
          ['The editor', 'editor'],
          ['Agents and MCP', 'agents'],
          ['Hosts and tokens', 'hosts'],
          ['Self-hosting', 'self-hosting'],
          ['Scaling', 'scaling'],
        ]),
        section('How it works', '/how-it-works', [
          ['Which changes are included', 'selection'],
          ['House style', 'house-style'],
          ['Verification', 'verification'],
          ['The ledger', 'ledger'],
          ['Security model', 'security'],
        ]),
        section('Reference', '/reference', [
          ['Command line', 'cli'],
          ['Configuration file', 'configuration'],
          ['Formats', 'formats'],
          ['HTTP API', 'http-api'],
          ['MCP tools', 'mcp'],
          ['Library', 'library'],
          ['GitHub Action', 'action'],
          ['Environment variables', 'environment'],
          ['Errors', 'errors'],
          ['Warnings', 'warnings'],
          ['Exit codes', 'exit-codes'],
        ]),
        page('Recipes', '/recipes'),
        page('FAQ', '/faq'),
        page('Troubleshooting', '/troubleshooting'),
        section('Migrating', '/migrating', [
          ['From git-cliff', 'git-cliff'],
          ['From release-please', 'release-please'],
          ['From auto-changelog', 'auto-changelog'],
          ['From conventional-changelog', 'conventional-changelog'],
          ['From release-drafter', 'release-drafter'],
        ]),
        page('Comparison', '/comparison'),
        section('Figures', '/figures', [
          ['Quality', 'quality'],
          ['Agents', 'agents'],
          ['Performance', 'performance'],
          ['Reliability', 'reliability'],
          ['Measurements', 'measurements'],
          ['Configuration on real projects', 'configuration-on-real-projects'],
          ['Next version on real projects', 'next-version-on-real-projects'],
        ]),
        section('Project', '', [
          ['Walkthrough of the source tree', 'walkthrough'],
          ['Release 0.1.0', 'releases/v0.1.0'],
          ['Decisions', 'decisions/0001-run-typescript-directly'],
        ]),
      ],
    },
    footer: { message: 'MIT licensed' },
  },
})
