import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'

const docs = join(import.meta.dirname, '..')

/** The sidebar links of a folder whose pages begin with their title. */
function pagesOf(folder: string): { text: string; link: string }[] {
  return readdirSync(join(docs, folder))
    .filter((file) => file.endsWith('.md') && file !== 'index.md')
    .map((file) => ({
      text: /^# (.+)$/m.exec(readFileSync(join(docs, folder, file), 'utf8'))?.[1] ?? file,
      link: `/${folder}/${file.replace('.md', '')}`,
    }))
}

export default defineConfig({
  title: 'Notewright',
  description: 'Turns the commits of a repository into release notes and keeps the changelog current.',
  lang: 'en-GB',
  base: '/notewright/',
  cleanUrls: true,
  lastUpdated: true,
  // Dead links fail the build. Local addresses in examples are no pages.
  ignoreDeadLinks: [/^https?:\/\/(?:localhost|127\.0\.0\.1)/],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    // The examples contain `{{ … }}` of templates, which Vue would evaluate.
    config: (markdown) => {
      const render = markdown.renderer.rules.code_inline!
      markdown.renderer.rules.code_inline = (...given) => render(...given).replace('<code', '<code v-pre')
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    editLink: {
      pattern: 'https://github.com/notewright/notewright/edit/main/docs/:path',
      text: 'Edit this page',
    },
    socialLinks: [{ icon: 'github', link: 'https://github.com/notewright/notewright' }],
    nav: [
      { text: 'Getting started', link: '/getting-started' },
      { text: 'Guides', link: '/guides/release-notes', activeMatch: '/guides/' },
      { text: 'Reference', link: '/reference/cli', activeMatch: '/reference/' },
      { text: 'FAQ', link: '/faq' },
    ],
    sidebar: {
      '/decisions/': [{ text: 'Decisions', items: pagesOf('decisions') }],
      '/': [
        { text: 'Getting started', link: '/getting-started' },
        {
          text: 'Guides',
          items: [
            { text: 'Notes for a release', link: '/guides/release-notes' },
            { text: 'Keep a changelog', link: '/guides/changelog' },
            { text: 'Draft releases and release pull requests', link: '/guides/release-flow' },
            { text: 'GitHub Action', link: '/guides/github-action' },
            { text: 'GitLab CI', link: '/guides/gitlab-ci' },
            { text: 'Other CI systems', link: '/guides/other-ci' },
            { text: 'Monorepos', link: '/guides/monorepos' },
            { text: 'Writing with a model', link: '/guides/models' },
            { text: 'The editor', link: '/guides/editor' },
            { text: 'Agents and MCP', link: '/guides/agents' },
            { text: 'Hosts and tokens', link: '/guides/hosts' },
            { text: 'Self-hosting', link: '/guides/self-hosting' },
            { text: 'Scaling', link: '/guides/scaling' },
          ],
        },
        {
          text: 'How it works',
          items: [
            { text: 'Which changes are included', link: '/how-it-works/selection' },
            { text: 'House style', link: '/how-it-works/house-style' },
            { text: 'Verification', link: '/how-it-works/verification' },
            { text: 'The ledger', link: '/how-it-works/ledger' },
            { text: 'Security model', link: '/how-it-works/security' },
          ],
        },
        {
          text: 'Reference',
          items: [
            { text: 'Command line', link: '/reference/cli' },
            { text: 'Configuration file', link: '/reference/configuration' },
            { text: 'Formats', link: '/reference/formats' },
            { text: 'HTTP API', link: '/reference/http-api' },
            { text: 'MCP tools', link: '/reference/mcp' },
            { text: 'Library', link: '/reference/library' },
            { text: 'GitHub Action', link: '/reference/action' },
            { text: 'Environment variables', link: '/reference/environment' },
            { text: 'Errors', link: '/reference/errors' },
            { text: 'Warnings', link: '/reference/warnings' },
            { text: 'Exit codes', link: '/reference/exit-codes' },
          ],
        },
        { text: 'Recipes', link: '/recipes' },
        { text: 'FAQ', link: '/faq' },
        { text: 'Troubleshooting', link: '/troubleshooting' },
        {
          text: 'Migrating',
          items: [
            { text: 'From git-cliff', link: '/migrating/git-cliff' },
            { text: 'From release-please', link: '/migrating/release-please' },
            { text: 'From auto-changelog', link: '/migrating/auto-changelog' },
            { text: 'From conventional-changelog', link: '/migrating/conventional-changelog' },
            { text: 'From release-drafter', link: '/migrating/release-drafter' },
          ],
        },
        { text: 'Comparison', link: '/comparison' },
        {
          text: 'Figures',
          items: [
            { text: 'Quality', link: '/figures/quality' },
            { text: 'Performance', link: '/figures/performance' },
            { text: 'Reliability', link: '/figures/reliability' },
            {
              text: 'Configuration on real projects',
              link: '/figures/configuration-on-real-projects',
            },
            { text: 'Next version on real projects', link: '/figures/next-version-on-real-projects' },
          ],
        },
        {
          text: 'Project',
          items: [
            { text: 'Walkthrough of the source tree', link: '/walkthrough' },
            { text: 'Release 0.1.0', link: '/releases/v0.1.0' },
            { text: 'Decisions', link: '/decisions/0001-run-typescript-directly' },
          ],
        },
      ],
    },
    footer: { message: 'MIT licensed' },
  },
})
