import type { Language } from './fact-paths.ts'
import {
  type DeclaredName,
  type FindNames,
  findOpeningLine,
  type SourceFile,
  withCallStart,
} from './source-file.ts'

const variable = '([A-Z][A-Z0-9_]{2,60})'

/** Where environment variables are read. */
const environmentPatterns: Partial<Record<Language, RegExp>> = {
  c: new RegExp(String.raw`\bgetenv\(\s*"${variable}"`, 'g'),
  csharp: new RegExp(String.raw`\bGetEnvironmentVariable\(\s*"${variable}"`, 'g'),
  elixir: new RegExp(String.raw`\bSystem\.(?:get_env|fetch_env!?)\(\s*"${variable}"`, 'g'),
  go: new RegExp(String.raw`\bos\.(?:Getenv|LookupEnv)\(\s*"${variable}"`, 'g'),
  java: new RegExp(String.raw`\bgetenv\(\s*"${variable}"`, 'g'),
  javascript: new RegExp(
    String.raw`\b(?:process\.env\.${variable}\b(?!\s*=[^=])|process\.env\[['"]${variable}['"]\](?!\s*=[^=])|Deno\.env\.get\(['"]${variable}['"])`,
    'g',
  ),
  kotlin: new RegExp(String.raw`\bgetenv\(\s*"${variable}"`, 'g'),
  php: new RegExp(String.raw`(?:\bgetenv\(|\$_ENV\[|\benv\()\s*['"]${variable}['"]`, 'g'),
  python: new RegExp(
    String.raw`\b(?:environ\.get\(|environ\[|getenv\()\s*["']${variable}["'](?!\]\s*=[^=])`,
    'g',
  ),
  ruby: new RegExp(String.raw`\bENV(?:\.fetch\(|\[)\s*['"]${variable}['"](?!\]\s*\|{0,2}=[^=~])`, 'g'),
  rust: new RegExp(
    String.raw`\benv::var(?:_os)?\(\s*"${variable}"|#\[(?:arg|clap)\([^\]]{0,200}\benv\s*=\s*"${variable}"`,
    'g',
  ),
  swift: new RegExp(String.raw`\.environment\["${variable}"\]`, 'g'),
}

// Variables that belong to the system or to another program.
const foreignVariable =
  /^(?:PATH|HOME|USER|USERNAME|LOGNAME|TMPDIR|TEMP|TMP|PWD|OLDPWD|SHELL|LANG|LANGUAGE|TERM|CI|HOSTNAME|HOST|PORT|DISPLAY|EDITOR|VISUAL|PAGER|BROWSER|NODE_ENV|NODE_PATH|RAILS_ENV|RACK_ENV|APP_ENV|MIX_ENV|DEBUG|VERBOSE|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES|SYSTEMROOT|USERPROFILE|COMSPEC|PATHEXT|GOPATH|GOROOT|GOOS|GOARCH|JAVA_HOME|VIRTUAL_ENV|CONDA_PREFIX|PYTHONPATH|OUT_DIR|TARGET|PROFILE|TZ|(?:LC|XDG|GITHUB|RUNNER|CARGO|npm|WSL|SSH|MSYSTEM|DOTNET|ANDROID|GITLAB|CIRCLE|TRAVIS|BUILDKITE|APPVEYOR|JENKINS|NODE|TEST|JEST|VITEST|PYTEST)_\w+)$/

/** Finds the environment variables that a line reads. */
export const findEnvironment: FindNames = (file, index) => {
  const pattern = environmentPatterns[file.language === 'typescript' ? 'javascript' : file.language]
  const line = file.lines[index]!
  if (!pattern || !/env/i.test(line)) return []
  return [...withCallStart(file, index).matchAll(pattern)].flatMap((match): DeclaredName[] => {
    const name = match.slice(1).find((each) => each !== undefined)!
    return foreignVariable.test(name) || !name.includes('_') ? [] : [{ kind: 'environment', name }]
  })
}

const settingsName = String.raw`\w{0,60}(?:Config|Configuration|Options|Settings)`
const typescriptOwner = new RegExp(String.raw`^export (?:declare )?(?:interface|type) (${settingsName})\b`)
const goOwner = new RegExp(String.raw`^(?:type )?\s*([A-Z]${settingsName}) struct \{`)
const pythonOwner = new RegExp(String.raw`^class (${settingsName})\b`)

/** Finds the option or configuration key that a line declares. */
export const findOptions: FindNames = (file, index) => {
  const option = optionIn(file, index)
  return option === null ? [] : [option]
}

function optionIn(file: SourceFile, index: number): DeclaredName | null {
  const line = file.lines[index]!
  if (file.language === 'typescript') {
    const name = /^\s+(?:readonly )?([a-z]\w{1,50})\??: [^,]*[^,{(]$/.exec(line)?.[1]
    return name === undefined ? null : ownedBy(file, index, typescriptOwner, name)
  }
  if (file.language === 'go') {
    const name =
      /^\s[A-Z]\w{1,60}\s+[^\x60]{1,100}\x60[^\x60]{0,100}\b(?:yaml|toml|mapstructure|hcl|koanf):"([a-z][\w.-]{1,60})[",]/.exec(
        line,
      )?.[1]
    return name === undefined ? null : ownedBy(file, index, goOwner, name)
  }
  if (file.language === 'python') {
    const name = /^ {4}([a-z]\w{1,50}): ?\S/.exec(line)?.[1]
    return name === undefined ? null : ownedBy(file, index, pythonOwner, name)
  }
  return null
}

/** The option, if the block that it stands in declares settings. */
function ownedBy(file: SourceFile, index: number, owner: RegExp, name: string): DeclaredName | null {
  const opening = findOpeningLine(file, index)
  const found = opening && owner.exec(opening.text)?.[1]
  return found ? { kind: 'option', name, owner: found } : null
}
