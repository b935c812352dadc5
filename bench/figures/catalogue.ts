/** The folders with real material that some measurements need. */
interface Material {
  /** Clones of real repositories. */
  repo: string[]
  /** Clones of projects with a changelog. */
  changelogs: string[]
  /** Releases with the notes of their maintainers. */
  corpus?: string | undefined
  /** Recorded answers of models. */
  answers?: string | undefined
}

/** A script that measures something. */
export interface Measurement {
  name: string
  section: string
  title: string
  script: string
  /** Its arguments; null if the material that it needs was not given. */
  args: (material: Material) => string[] | null
}

const none = () => []
const eachRepo = ({ repo }: Material) => (repo.length === 0 ? null : repo.flatMap((path) => ['--repo', path]))
const firstRepo = ({ repo: [first] }: Material) => (first === undefined ? null : ['--repo', first])

function measurement(
  section: string,
  title: string,
  script: string,
  args: Measurement['args'] = none,
): Measurement {
  return { name: script.replace(/^\w+:/, ''), section, title, script, args }
}

/** Everything that is measured, in the order of the page. */
export const measurements: readonly Measurement[] = [
  measurement('Quality', 'Selection and categories', 'bench:quality', ({ corpus }) =>
    corpus === undefined ? null : ['--corpus', corpus],
  ),
  measurement('Quality', 'Verification of what a model writes', 'bench:verification', ({ answers }) =>
    answers === undefined ? null : ['--answers', answers],
  ),
  measurement('Quality', 'Updates of real changelogs', 'bench:changelogs', ({ changelogs }) =>
    changelogs.length === 0 ? null : ['--repos', ...changelogs],
  ),
  measurement('Quality', 'Reverts in real histories', 'bench:reverts', eachRepo),
  measurement('Performance', 'Command line, compared with git and other tools', 'bench:speed', eachRepo),
  measurement('Performance', 'Writing with a model', 'bench:model', firstRepo),
  measurement('Performance', 'Requests to hosts', 'bench:calls'),
  measurement('Performance', 'Tokens of coding agents', 'bench:agents'),
  measurement('Performance', 'The editor with many entries', 'bench:editor'),
  measurement('Performance', 'Throughput with one and two cores', 'bench:throughput'),
  measurement('Performance', 'Configuration files', 'bench:configuration-speed'),
  measurement('Reliability', 'Requests beside heavy work', 'bench:isolation', () => [
    '--program',
    'dist/main.js',
  ]),
  measurement('Reliability', 'Load and 500 streams', 'bench:load'),
  measurement('Reliability', 'Failures of what the service needs', 'test:faults'),
  measurement('Reliability', 'Slow clients', 'bench:slow'),
  measurement('Reliability', 'Fuzzed requests', 'bench:fuzz'),
  measurement('Reliability', 'Patterns that could become slow', 'bench:patterns'),
  measurement('Reliability', 'Faults that the tests detect', 'bench:mutation'),
]
