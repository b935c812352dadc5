import type { IConfiguration } from 'dependency-cruiser'

const steps = ['history', 'curate', 'write', 'verify', 'render', 'changelog']
const surfaces = ['server', 'cli', 'mcp']
const foundation = '^src/(?:core|text|git)/'

/** Forbids the folders of `from` to import anything of `src` except themselves, the foundation and `allowed`. */
function folderImportsOnly(folder: string, allowed: string[] = []) {
  return {
    name: `${folder}-imports-only-itself-${[...allowed, 'core', 'text', 'git'].join('-')}`,
    severity: 'error' as const,
    from: { path: `^src/${folder}/` },
    to: { path: '^src/', pathNot: [`^src/(?:${[folder, ...allowed].join('|')})/`, foundation] },
  }
}

/** The allowed imports. Steps of the pipeline never import each other; they meet in `app/`. */
export const importRules: IConfiguration = {
  forbidden: [
    {
      name: 'core-text-and-git-import-nothing-else',
      severity: 'error' as const,
      from: { path: foundation },
      to: { path: '^src/', pathNot: [foundation] },
    },
    ...steps.map((step) => folderImportsOnly(step, ['config/repository'])),
    folderImportsOnly('http-client'),
    folderImportsOnly('observability'),
    folderImportsOnly('config'),
    folderImportsOnly('workers', ['render', 'app', 'hosts']),
    folderImportsOnly('hosts', ['http-client']),
    folderImportsOnly('model', ['http-client']),
    folderImportsOnly('state', ['observability']),
    folderImportsOnly('api', ['config']),
    folderImportsOnly('app', [...steps, 'workers', 'state', 'observability', 'api', 'config']),
    {
      name: 'surfaces-import-app-and-api-and-never-a-step-or-a-host',
      severity: 'error' as const,
      from: { path: `^src/(?:${surfaces.join('|')})/` },
      to: { path: `^src/(?:${[...steps, 'hosts', 'model', 'http-client', 'bootstrap'].join('|')})/` },
    },
    {
      name: 'only-the-process-entry-imports-bootstrap',
      severity: 'error' as const,
      from: { path: '^src/', pathNot: ['^src/(?:main|library)\\.ts$', '^src/bootstrap/'] },
      to: { path: '^src/bootstrap/' },
    },
    {
      name: 'only-bootstrap-and-surfaces-read-the-environment',
      severity: 'error' as const,
      from: {
        path: '^src/',
        pathNot: [`^src/(?:bootstrap|config|${surfaces.join('|')})/`, '^src/library\\.ts$'],
      },
      to: { path: '^src/config/environment\\.ts$' },
    },
    {
      name: 'the-editor-imports-only-core-text-git-and-the-pure-steps',
      severity: 'error' as const,
      from: { path: '^web/' },
      to: { path: '^src/', pathNot: ['^src/(?:curate|verify|render|config/repository)/', foundation] },
    },
    {
      name: 'src-does-not-import-the-editor',
      severity: 'error' as const,
      from: { path: '^src/' },
      to: { path: '^web/' },
    },
    {
      name: 'the-editor-uses-no-node-modules',
      severity: 'error' as const,
      from: { path: '^web/', pathNot: ['^web/vite\\.config\\.ts$'] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'only-the-local-host-starts-processes',
      severity: 'error' as const,
      from: {
        path: '^src/',
        pathNot: ['^src/hosts/local/(?:start-git|git-launcher|launcher-program)\\.ts$'],
      },
      to: { path: '^(?:node:)?child_process$' },
    },
    {
      name: 'pure-steps-use-no-node-modules',
      severity: 'error' as const,
      from: { path: '^src/(?:curate|write|verify|render|changelog|git|text)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-import-cycle',
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
