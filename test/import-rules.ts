import type { IConfiguration } from 'dependency-cruiser'

const steps = ['history', 'curate', 'write', 'verify', 'render', 'update']
const ground =
  '^src/(?:types/[\\w-]+|category-named|errors|hide-values|inline-text|names|redact|report-stages|tell-error|tell-unforeseen|versions)\\.ts$'

/** Who may import whom. A step knows the ground floor and itself; steps meet in generate.ts. */
export const importRules: IConfiguration = {
  forbidden: [
    ...steps.map((step) => ({
      name: `${step}-imports-only-itself-and-the-ground-floor`,
      severity: 'error' as const,
      from: { path: `^src/${step}/` },
      to: { path: '^src/', pathNot: [`^src/${step}/`, ground] },
    })),
    {
      name: 'the-ground-floor-imports-nothing-above-it',
      severity: 'error' as const,
      from: { path: ground },
      to: { path: '^src/', pathNot: [ground] },
    },
    {
      name: 'a-surface-asks-generate-and-never-a-step-or-a-host',
      severity: 'error' as const,
      from: { path: '^src/surface/' },
      to: { path: `^src/(?:${steps.join('|')}|hosts|model|net)/` },
    },
    {
      name: 'only-the-world-and-surfaces-know-the-configuration',
      severity: 'error' as const,
      from: {
        path: '^src/',
        pathNot: ['^src/(?:open-world|library)\\.ts$', '^src/surface/', '^src/config\\.ts$'],
      },
      to: { path: '^src/config\\.ts$' },
    },
    {
      name: 'hosts-import-only-the-ground-floor-and-the-door-out',
      severity: 'error' as const,
      from: { path: '^src/(?:hosts|model)/' },
      to: { path: '^src/', pathNot: ['^src/(?:hosts|model|net)/', ground] },
    },
    {
      name: 'state-imports-only-the-ground-floor',
      severity: 'error' as const,
      from: { path: '^src/state/' },
      to: { path: '^src/', pathNot: ['^src/state/', ground] },
    },
    {
      name: 'generate-is-imported-by-surfaces-only',
      severity: 'error' as const,
      from: {
        path: '^src/',
        pathNot: ['^src/surface/', '^src/(?:library|update-notes|release-notes)\\.ts$'],
      },
      to: { path: '^src/generate\\.ts$' },
    },
    {
      name: 'the-editor-knows-the-pure-steps-and-nothing-else-of-the-service',
      severity: 'error' as const,
      from: { path: '^web/' },
      to: { path: '^src/', pathNot: ['^src/(?:curate|verify|render)/', ground] },
    },
    {
      name: 'the-service-does-not-know-the-editor',
      severity: 'error' as const,
      from: { path: '^src/' },
      to: { path: '^web/' },
    },
    {
      name: 'the-editor-uses-no-machine',
      severity: 'error' as const,
      from: { path: '^web/', pathNot: ['^web/vite\\.config\\.ts$'] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'one-door-to-other-processes',
      severity: 'error' as const,
      from: { path: '^src/', pathNot: ['^src/hosts/local/git-process\\.ts$'] },
      to: { path: '^(?:node:)?child_process$' },
    },
    {
      name: 'pure-steps-use-no-machine',
      severity: 'error' as const,
      from: {
        path: '^src/(?:curate|write|verify|render|update)/|^src/(?:category-named|hide-values|inline-text|redact|versions)\\.ts$',
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-circle',
      severity: 'error' as const,
      from: { path: '^(?:src|web)/' },
      to: { circular: true },
    },
    {
      name: 'no-index-and-no-utils',
      severity: 'error' as const,
      from: {},
      to: { path: '/(?:index|utils?|helpers?)\\.ts$' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.test\\.ts$|^web/dist/' },
  },
}
