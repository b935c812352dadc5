import { asRecord, asText, asTexts } from './loose-values.ts'
import { readToml } from './read-toml.ts'
import { joinPath, type RepositoryFiles } from './repository-files.ts'

/** What the manifest of a package says. */
export interface Manifest {
  /** Null if the manifest names none. */
  name: string | null
  /** The version as the manifest says it; null if it says none. */
  version: string | null
  /** Whether the package is never published. */
  isPrivate: boolean
}

type Reader = (text: string) => Manifest | null

const readers: [file: string, read: Reader][] = [
  ['package.json', readPackageJson],
  ['Cargo.toml', readCargo],
  ['pyproject.toml', readPyproject],
  ['go.mod', readGoModule],
  ['pom.xml', readPom],
]

/** Reads the first manifest of a folder; null if it has none, or its manifest describes no package. */
export async function readManifest(
  folder: string,
  files: RepositoryFiles,
  only?: string,
): Promise<Manifest | null> {
  for (const [file, read] of readers) {
    if (only !== undefined && only !== file) continue
    const text = await files.read(joinPath(folder, file))
    const manifest = text === null ? null : read(text)
    if (manifest) return manifest
  }
  return null
}

/** Parses JSON; null if it is invalid. */
export function readJson(text: string): Record<string, unknown> | null {
  try {
    return asRecord(JSON.parse(text))
  } catch {
    // The caller reports which file is invalid.
    return null
  }
}

function readPackageJson(text: string): Manifest | null {
  const given = readJson(text)
  // Without a version a package cannot be published.
  const isPrivate = given?.private === true || given?.version === undefined
  return given && { name: asText(given.name) || null, version: asText(given.version) || null, isPrivate }
}

function readCargo(text: string): Manifest | null {
  const given = readToml(text)
  if (given?.package === undefined) return null
  const { name, version, publish } = asRecord(given.package)
  return {
    name: asText(name) || null,
    version: asText(version) || null,
    isPrivate: publish === false || (Array.isArray(publish) && publish.length === 0),
  }
}

function readPyproject(text: string): Manifest | null {
  const given = readToml(text)
  if (!given) return null
  const project = asRecord(given.project)
  const poetry = asRecord(asRecord(given.tool).poetry)
  const isPrivate = asTexts(project.classifiers).some((each) => /^private ::/i.test(each))
  return {
    name: asText(project.name) || asText(poetry.name) || null,
    version: asText(project.version) || asText(poetry.version) || null,
    isPrivate,
  }
}

function readGoModule(text: string): Manifest | null {
  const path = /^module[ \t]{1,10}"?([^\s"]{1,200})/m.exec(text)?.[1]
  return path === undefined ? null : { name: null, version: null, isPrivate: false }
}

function readPom(text: string): Manifest | null {
  const outline = outlinePom(text)
  return { name: outline.artifactId, version: null, isPrivate: false }
}

/** What the project itself says in a `pom.xml`. */
interface PomOutline {
  artifactId: string | null
  modules: string[]
}

const maxPomCharacters = 500_000
const maxTags = 20_000

/** Reads the name and the modules of a `pom.xml` by its tags alone: entities, types and namespaces are not needed. */
export function outlinePom(text: string): PomOutline {
  const outline: PomOutline = { artifactId: null, modules: [] }
  const open: string[] = []
  const limited = text.slice(0, maxPomCharacters)
  let at = 0
  for (let count = 0; count < maxTags; count += 1) {
    const start = limited.indexOf('<', at)
    if (start === -1) break
    if (limited.startsWith('<!--', start)) {
      const stop = limited.indexOf('-->', start)
      if (stop === -1) break
      at = stop + 3
      continue
    }
    const stop = limited.indexOf('>', start)
    if (stop === -1) break
    const tag = limited.slice(start + 1, stop)
    at = stop + 1
    const name = /^\/?([A-Za-z][\w.:-]{0,100})/.exec(tag)?.[1]
    if (name === undefined || tag.endsWith('/')) continue
    if (tag.startsWith('/')) {
      while (open.length > 0 && open.pop() !== name);
      continue
    }
    open.push(name)
    const end = limited.indexOf('<', at)
    const value = limited.slice(at, end === -1 ? at : Math.min(end, at + 300)).trim()
    const path = open.join('/')
    if (path === 'project/artifactId') outline.artifactId = value || null
    if (/^project\/(?:modules\/module|subprojects\/subproject)$/.test(path) && value !== '')
      outline.modules.push(value)
  }
  return outline
}
