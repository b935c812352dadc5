import type { Language } from './fact-paths.ts'
import {
  type DeclaredName,
  type FindNames,
  findOpeningLine,
  indentOf,
  type SourceFile,
} from './source-file.ts'

const findByLanguage: Partial<Record<Language, FindNames>> = {
  csharp: (file, index) =>
    findMember(file, index, {
      type: /^\s*public (?:(?:static|sealed|abstract|partial|readonly) )*(?:class|interface|enum|struct|record(?: struct| class)?) ([A-Z]\w{1,60})/,
      member:
        /^\s+public (?:(?:static|virtual|override|async|sealed|abstract|new) )*[\w<>[\]?,. ]{1,80} ([A-Z]\w{1,60})\(/,
      separator: '.',
    }),
  elixir: (file, index) => findInElixir(file, index),
  go: (file, index) => findInGo(file, index),
  java: (file, index) =>
    findMember(file, index, {
      type: /^\s*public (?:(?:static|final|abstract|sealed) )*(?:class|interface|enum|record|@interface) ([A-Z]\w{1,60})/,
      member:
        /^\s+public (?:(?:static|final|abstract|synchronized|default) )*(?:<[^>]{1,40}> )?[\w<>[\]?,. ]{1,80} ([a-z]\w{1,60})\(/,
      separator: '.',
    }),
  javascript: (file, index) => findInScript(file, index),
  kotlin: (file, index) =>
    findTopLevel(
      file,
      index,
      /^(?:(?:public|open|data|sealed|abstract|enum|annotation|value|inline) )*(?:class|interface|object) ([A-Z]\w{1,60})/,
    ),
  php: (file, index) =>
    findMember(file, index, {
      type: /^(?:(?:final|abstract|readonly) )*(?:class|interface|trait|enum) ([A-Z]\w{1,60})/,
      member: /^\s+(?:(?:final|abstract|static) )*public (?:static )?function ([a-z]\w{1,60})\(/,
      separator: '::',
    }),
  python: (file, index) =>
    findMember(file, index, {
      type: /^class ([A-Z]\w{1,60})\b/,
      top: /^(?:async )?def ([a-z]\w{1,60})\(/,
      member: /^ {4}(?:async )?def ([a-z]\w{1,60})\(/,
      separator: '.',
    }),
  ruby: (file, index) => findInRuby(file, index),
  rust: (file, index) => findInRust(file, index),
  swift: (file, index) =>
    findTopLevel(
      file,
      index,
      /^(?:public|open) (?:(?:final|static|class) )*(?:class|struct|enum|protocol|actor|func|typealias) ([A-Za-z]\w{1,60})/,
    ),
  typescript: (file, index) => findInScript(file, index),
}

// Code that other projects cannot import, by convention of several languages.
const privatePath =
  /(?:^|\/)(?:internal|_internal|private|_[a-z]\w*|cmd|bin|migrations?|migrate|test\w*)(?:\/|\.\w+$)/

/** Finds the names that a line exports from its file. */
export const findExports: FindNames = (file, index) => {
  const find = findByLanguage[file.language]
  if (!find || privatePath.test(file.path)) return []
  return find(file, index).filter(({ name }) => !/(?:^|[.#:])_|^(?:Class|Instance)Methods$/.test(name))
}

function findTopLevel({ lines }: SourceFile, index: number, pattern: RegExp): DeclaredName[] {
  const name = pattern.exec(lines[index]!)?.[1]
  return name === undefined ? [] : [{ kind: 'export', name }]
}

interface MemberPatterns {
  /** A type that is exported. */
  type: RegExp
  /** A function outside of types. */
  top?: RegExp
  /** A method of an exported type. */
  member: RegExp
  separator: string
}

/** Finds types, functions and methods in languages in which a method stands inside its type. */
function findMember(
  file: SourceFile,
  index: number,
  { type, top, member, separator }: MemberPatterns,
): DeclaredName[] {
  const line = file.lines[index]!
  const name = type.exec(line)?.[1] ?? top?.exec(line)?.[1]
  if (name !== undefined) return [{ kind: 'export', name }]
  const method = member.exec(line)?.[1]
  if (method === undefined) return []
  const opening = findOpeningLine(file, index)
  // The bracket that opens a type may have a line of its own.
  const lines = opening ? [opening.text, file.lines[opening.index - 1] ?? ''] : []
  const declaring = lines.find((each) => type.test(each))
  if (declaring === undefined || inherits(declaring, file.language)) return []
  const owner = type.exec(declaring)![1]!
  return [{ kind: 'export', name: `${owner}${separator}${method}`, owner }]
}

/** Whether a type has a parent: a method that it no longer declares, or does now, may be the parent's. */
export function inherits(line: string, language: Language): boolean {
  if (language === 'python') return /^class \w+\((?!object\)|\))/.test(line)
  if (language === 'ruby') return /^\s*class [\w:]+ </.test(line)
  return language === 'csharp' ? /:/.test(line) : /\bextends\b/.test(line)
}

const scriptExport =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|class|const|let|var|interface|type|enum|namespace) ([A-Za-z_$][\w$]{1,80})/

function findInScript({ lines, path }: SourceFile, index: number): DeclaredName[] {
  const line = lines[index]!
  if (!line.includes('export')) return []
  const name =
    scriptExport.exec(line)?.[1] ?? /^(?:module\.)?exports\.([A-Za-z_$][\w$]{1,80})\s*=/.exec(line)?.[1]
  if (name !== undefined) return [{ kind: 'export', name }]
  // Only an entry file says what a package exports; others pass names on inside of it.
  if (!isEntryFile(path)) return []
  const list = /^export (?:type )?\{([^}]{1,300})\}/.exec(line)?.[1]
  return (list ?? '').split(',').flatMap((each): DeclaredName[] => {
    const exported = /(?:^|\bas )\s*(?:type )?([A-Za-z_$][\w$]{1,80})$/.exec(each.trim())?.[1]
    return exported === undefined || exported === 'default' ? [] : [{ kind: 'export', name: exported }]
  })
}

/** Whether a file is one that a package exports. */
function isEntryFile(path: string): boolean {
  return /(?:^|\/)(?:index|mod|main|public[-_]?api|exports?|lib|library|__init__)\.(?:[cm]?[jt]sx?|rs|py|d\.[cm]?ts)$/.test(
    path,
  )
}

function findInGo({ lines, text }: SourceFile, index: number): DeclaredName[] {
  const line = lines[index]!
  if (!/^(?:func|type)\b/.test(line) || /^package main\b/m.test(text.slice(0, 4000))) return []
  const name = /^(?:func|type) ([A-Z]\w{1,60})\b/.exec(line)?.[1]
  if (name !== undefined) return [{ kind: 'export', name }]
  const [, owner, method] =
    /^func \(\w{0,30} ?\*?([A-Z]\w{1,60})(?:\[[^\]]{1,40}\])?\) ([A-Z]\w{1,60})\(/.exec(line) ?? []
  return owner === undefined ? [] : [{ kind: 'export', name: `${owner}.${method}`, owner }]
}

const rustItem =
  /^\s*pub (?:(?:async|const|unsafe|extern "C") )*(?:fn|struct|enum|trait|union|type|static|const|mod) ([A-Za-z]\w{1,60})\b/

function findInRust(file: SourceFile, index: number): DeclaredName[] {
  const line = file.lines[index]!
  // A program exports nothing.
  if (!line.includes('pub ') || /(?:^|\/)main\.rs$/.test(file.path)) return []
  const name = rustItem.exec(line)?.[1]
  if (name === undefined) return []
  if (indentOf(line) === 0) return [{ kind: 'export', name }]
  const opening = findOpeningLine(file, index)?.text ?? ''
  const owner =
    /^impl(?:<[^{]{0,100}>)? (?:[a-z]\w{0,30}::){0,3}([A-Z]\w{1,60})(?:<[^{]{0,100}>)?(?: where\b.{0,200})? ?\{?$/.exec(
      opening,
    )?.[1]
  return owner === undefined ? [] : [{ kind: 'export', name: `${owner}::${name}`, owner }]
}

function findInRuby(file: SourceFile, index: number): DeclaredName[] {
  const line = file.lines[index]!
  const type = /^\s*(?:class|module) ([A-Z][\w:]{1,80})/.exec(line)?.[1]
  if (type !== undefined) {
    // A class or module that only wraps another one is declared elsewhere.
    const next = file.lines.slice(index + 1, index + 40).find((each) => !/^\s*(?:#|$)/.test(each))
    const isWrapper = /^\s*(?:class|module) [A-Z]|^\s*[A-Z]\w* = (?:Data|Struct)\b/.test(next ?? '')
    return isWrapper ? [] : [{ kind: 'export', name: type }]
  }
  const [, self, method] = /^\s+def (self\.)?([a-z]\w{1,60}[?!]?)/.exec(line) ?? []
  if (method === undefined || method === 'initialize') return []
  const opening = findOpeningLine(file, index)
  const owner = opening && /^\s*(?:class|module) ([A-Z][\w:]{1,80})/.exec(opening.text)?.[1]
  if (!owner || inherits(opening.text, 'ruby')) return []
  // A visibility keyword holds for all methods below it.
  const between = file.lines.slice(opening.index, index)
  if (
    between.some((each) => /^\s*(?:private|protected|private_class_method)\s*$|^\s+class << self/.test(each))
  )
    return []
  if (/@(?:api private|private)|:nodoc:/.test(`${between.slice(-6).join('\n')}\n${line}`)) return []
  return [{ kind: 'export', name: `${owner}${self === undefined ? '#' : '.'}${method}`, owner }]
}

function findInElixir(file: SourceFile, index: number): DeclaredName[] {
  const line = file.lines[index]!
  const module = /^\s*defmodule ([A-Z][\w.]{1,80}) do/.exec(line)?.[1]
  if (module !== undefined) return [{ kind: 'export', name: module }]
  const method = /^ {2}def(?:macro|delegate)? ([a-z]\w{1,60}[?!]?)[( ]/.exec(line)?.[1]
  const owner =
    method && /^\s*defmodule ([A-Z][\w.]{1,80}) do/.exec(findOpeningLine(file, index)?.text ?? '')?.[1]
  return owner ? [{ kind: 'export', name: `${owner}.${method}`, owner }] : []
}

const functionLine =
  /^\s*(?:(?:export|pub|public|async|static|abstract|final|override|virtual) )*(?:def|func|fn|function) |^\s*public [\w<>[\]?,. ]{1,80}\w\(/
const maxSignature = 160

/** The signature of an exported function that is written in one line; null for anything else. */
export function signatureOf(line: string): string | null {
  if (!functionLine.test(line) || line.length > maxSignature + 40) return null
  const signature = line
    .trim()
    .replace(/\s*(?:\{|:|=>|do|=)\s*$/, '')
    .replace(/^export /, '')
  const isClosed = signature.split('(').length === signature.split(')').length && signature.includes('(')
  return isClosed && signature.length <= maxSignature ? signature : null
}

/** The names of the parameters in a signature, joined; a type comes before the name in some languages. */
export function parameterNames(signature: string, language: Language): string {
  const start = signature.indexOf('(', language === 'go' && /^func \(/.test(signature) ? 6 : 0)
  const names: string[] = []
  let depth = 0
  let parameter = ''
  for (const character of signature.slice(start + 1)) {
    if (depth === 0 && (character === ',' || character === ')')) {
      names.push(nameOfParameter(parameter, language))
      parameter = ''
      if (character === ')') break
      continue
    }
    if (/[([{<]/.test(character)) depth += 1
    if (/[)\]}>]/.test(character)) depth -= 1
    parameter += character
  }
  return names.filter((name) => name !== '').join(',')
}

function nameOfParameter(parameter: string, language: Language): string {
  const [declared = ''] = parameter.split('=')
  const isTypeFirst = language === 'java' || language === 'csharp' || language === 'php'
  const words = declared.split(':')[0]!.match(/[\w$]+/g) ?? []
  return (isTypeFirst ? words.at(-1) : words.find((word) => word !== 'mut')) ?? ''
}
