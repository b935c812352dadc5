import type { Language } from './fact-paths.ts'
import { type DeclaredName, type FindNames, type SourceFile, withCallStart } from './source-file.ts'

const short = String.raw`(?:["'\x60]-\w["'\x60]\s*,\s*)?`

/** Where flags of the command line are declared; each pattern captures the flag. */
const flagPatterns: Partial<Record<Language, RegExp[]>> = {
  c: [/\{\s*"([a-z][\w-]{1,40})"\s*,\s*(?:no_argument|required_argument|optional_argument)\b/],
  csharp: [/\bnew (?:Cli)?Option<[^>]{1,60}>\(\s*(?:name:\s*)?(?:new\[\]\s*\{|\[)?\s*"(--[a-z][\w-]{1,40})"/],
  java: [/\bnames\s*=\s*\{?\s*(?:"-\w"\s*,\s*)?"(--[a-z][\w-]{1,40})"/],
  javascript: [
    /\.(?:option|requiredOption)\(\s*['"`](?:-\w,?[ |]\s?)?(--[a-z][\w-]{1,40})/i,
    /\bnew (?:\w{1,30}\.)?Option\(\s*['"`](?:-\w,?[ |]\s?)?(--[a-z][\w-]{1,40})/i,
  ],
  kotlin: [
    /\boption\(\s*(?:"-\w"\s*,\s*)?"(--[a-z][\w-]{1,40})"/,
    /\bnames\s*=\s*\[\s*(?:"-\w"\s*,\s*)?"(--[a-z][\w-]{1,40})"/,
  ],
  php: [/->addOption\(\s*'([a-z][\w-]{1,40})'/, /\bnew InputOption\(\s*'([a-z][\w-]{1,40})'/],
  python: [
    new RegExp(String.raw`\badd_(?:argument|option)\(\s*${short}["'](--[a-z][\w-]{1,40})`),
    new RegExp(String.raw`\b(?:click\.|typer\.|@)?[oO]ption\(\s*${short}["'](--[a-z][\w-]{1,40})`),
  ],
  ruby: [/\b(?:opts?|parser|o)\.on\(?\s*(?:['"]-\w[^'"]{0,30}['"],\s*)?['"](--(?:\[no-\])?[a-z][\w-]{1,40})/],
  rust: [
    /\.long\("([a-z][\w-]{1,40})"\)/,
    /#\[(?:arg|clap|structopt)\([^\]]{0,200}\blong\s*=\s*"([a-z][\w-]{1,40})"/,
  ],
  swift: [/\.customLong\("([a-z][\w-]{1,40})"/],
}

/** Finds the flags and subcommands of a command-line program that a line declares. */
export const findFlags: FindNames = (file, index) => {
  const line = file.lines[index]!
  return [...flagsIn(file, index, line), ...commandsIn(file, index)]
}

function flagsIn(file: SourceFile, index: number, line: string): DeclaredName[] {
  if (file.language === 'go') return flagsInGo(file, index, line)
  const language = file.language === 'typescript' ? 'javascript' : file.language
  const patterns = flagPatterns[language]
  if (!patterns) return []
  // All declarations have a string with two dashes, or one of these words.
  const isCandidate = line.includes('--') || /argument\b|long|Option/.test(line)
  const call = isCandidate ? withCallStart(file, index) : ''
  for (const pattern of isCandidate ? patterns : []) {
    const name = pattern.exec(call)?.[1]
    if (name !== undefined) return [asFlag(name)]
  }
  if (language === 'rust' && /^\s*#\[(?:arg|clap|structopt)\(/.test(line))
    return flagOfField(file, index, line)
  if (language === 'javascript') return flagsOfOptions(file, line)
  return []
}

function asFlag(name: string): DeclaredName {
  return { kind: 'flag', name: name.startsWith('-') ? name.replace('--[no-]', '--') : `--${name}` }
}

/** `#[arg(long)]` takes the name of the field below it. */
function flagOfField({ lines }: SourceFile, index: number, line: string): DeclaredName[] {
  if (!/\blong\b(?!\s*[=(]|_)/.test(line)) return []
  for (let at = index + 1; at <= Math.min(lines.length - 1, index + 6); at += 1) {
    const field = /^\s*(?:pub(?:\([^)]{1,40}\))? )?([a-z][a-z0-9_]{1,40}):/.exec(lines[at]!)?.[1]
    if (field !== undefined) return [asFlag(field.replaceAll('_', '-'))]
  }
  return []
}

/** The options of `util.parseArgs` and of yargs. */
function flagsOfOptions({ text }: SourceFile, line: string): DeclaredName[] {
  // The line is checked first: searching the whole file for every line would take too long.
  const parsed = line.includes('type:') ? parsedOption.exec(line)?.[1] : undefined
  if (parsed !== undefined && text.includes('parseArgs(')) return [asFlag(parsed)]
  const name = line.includes('.option(') ? yargsOption.exec(line)?.[1] : undefined
  return name !== undefined && text.includes('yargs') ? [asFlag(name)] : []
}

const parsedOption =
  /^\s*['"]?([a-z][\w-]{1,40})['"]?:\s*\{\s*(?:short:\s*'\w',\s*)?type:\s*['"](?:boolean|string)['"]/
const yargsOption = /\.option\(\s*['"]([a-z][\w-]{1,40})['"]\s*,/

const goFlag =
  /(?:\bflag|[fF]lag[sS]?(?:et|Set)?(?:\(\))?|\bfs|\bf)\.(?:Bool|String|Int|Int64|Uint|Uint64|Float64|Duration|StringSlice|StringArray|IntSlice|StringToString|Count|Func|Text)?(?:Var)?P?\(\s*(?:&?[\w.[\]]{1,80},\s*)?"([a-z][\w.-]{1,60})"\s*,/

function flagsInGo({ text, lines }: SourceFile, index: number, line: string): DeclaredName[] {
  if (!line.includes('"')) return []
  const named = goFlag.exec(line)?.[1]
  if (named !== undefined) {
    // The flags of the standard library are documented with one dash.
    const isStandard = text.includes('"flag"\n') && !/pflag|cobra/.test(text)
    return [{ kind: 'flag', name: `${isStandard ? '-' : '--'}${named}` }]
  }
  const kingpin = /\.Flag\("([a-z][\w.-]{1,60})"\s*,/.exec(line)?.[1]
  if (kingpin !== undefined) return [asFlag(kingpin)]
  const urfave = /^\s*Name:\s*"([a-z][\w-]{1,40})(?:, ?\w)?",?$/.exec(line)?.[1]
  return urfave !== undefined && /\bcli\.\w{0,20}Flag\{$/.test(lines[index - 1] ?? '') ? [asFlag(urfave)] : []
}

/** Where subcommands are declared, and a text without which the file declares none. */
const commandPatterns: Partial<Record<Language, [RegExp, string][]>> = {
  go: [[/^\s*Use:\s*"([a-z][\w-]{1,30})[ "]/, 'cobra']],
  javascript: [[/\.command\(\s*['"`]([a-z][\w:-]{1,30})[ '"`]/, '.command(']],
  php: [
    [/#\[AsCommand\(\s*(?:name:\s*)?'([a-z][\w:-]{1,40})'/, 'AsCommand'],
    [/\$signature\s*=\s*'([a-z][\w-]{0,30}:[\w:-]{1,40})/, '$signature'],
  ],
  python: [
    [/@\w{1,30}\.(?:command|group)\(\s*(?:name\s*=\s*)?["']([a-z][\w-]{1,30})["']/, '@'],
    [/\.add_parser\(\s*["']([a-z][\w-]{1,30})["']/, 'add_parser'],
  ],
}

function commandsIn(file: SourceFile, index: number): DeclaredName[] {
  const language = file.language === 'typescript' ? 'javascript' : file.language
  for (const [pattern, needed] of commandPatterns[language] ?? []) {
    const name = pattern.exec(withCallStart(file, index))?.[1]
    if (name !== undefined && file.text.includes(needed)) return [{ kind: 'command', name }]
  }
  return []
}
