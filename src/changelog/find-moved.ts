import { parseOutline } from './parse-outline.ts'

/** Where a changelog says that it is now: a path relative to the file, or a URL. */
export interface MovedTo {
  target: string
}

const maxNotice = 2000
const subject = /\b(?:change ?-?logs?|changes|release ?-?notes?|releases|history|news|file|document)\b/i
const moved =
  /\b(?:(?:has|have|was|were|been|is|are) (?:now )?(?:moved|relocated|migrated|split|superseded|replaced)|moved to|(?:now|only) (?:lives?|kept|found|maintained|managed|published|tracked|located|available|on|in|at)|no longer (?:maintained|updated|used|kept))\b/i
const elsewhere =
  /\b(?:(?:can|may) be (?:found|viewed|read|seen)|(?:are|is) (?:\w{1,20} )?(?:kept|found|maintained|managed|documented|published|tracked|located|available|listed|recorded|described|stored|hosted)|lives?|see|refer to|check(?: out)?|visit|please (?:see|read|look)|look at|go to|head (?:over )?to|published (?:on|at|in))\b/i
/** A notice about the older part of the changelog says nothing about the place of the newer part. */
const olderPart =
  /\b(?:older|old|earlier|previous|prior|before|until|up to|through|archived?|legacy|upgrad\w{1,5}|migrat(?:e|ing)|contribut\w{1,5}|guidelines?|how to|template|in this file|conventions?|semver|(?:for|of) (?:versions?|v?\d)|v?\d{1,6}\.(?:\d{1,6}|x))\b/i

/**
 * Finds where a changelog that only points elsewhere says that it is; null for a changelog with its own entries. The
 * notice must be all that the file says, or its preamble must say that the changelog moved or is no longer updated.
 */
export function findMovedTo(text: string): MovedTo | null {
  const { lines, sections, definitions } = parseOutline(text)
  const first = sections[0]?.first
  const end = first === undefined ? text.length : lines[first]!.start
  const isWhole = first === undefined && end <= maxNotice
  const notice = text.slice(0, Math.min(end, maxNotice)).replace(/<!--[\s\S]*?-->/g, '')
  const path = isWhole ? (onlyPath(notice) ?? includedPath(notice)) : null
  if (path !== null) return { target: path }
  if (isWhole && lines.some(({ kind }) => kind === 'item') && !moved.test(notice)) {
    // A list of links to the changelogs of several packages has no single target.
    return null
  }
  const urls = new Map(definitions.map(({ key, url }) => [key, url]))
  for (const sentence of sentencesOf(notice)) {
    const says = moved.test(sentence) || (isWhole && elsewhere.test(sentence))
    if (
      !says ||
      !(subject.test(sentence) || subject.test(titleOf(notice))) ||
      olderPart.test(wordsOf(sentence))
    )
      continue
    const target = targetIn(sentence, urls)
    if (target !== null) return { target }
  }
  return null
}

/** The first line, which is the title of most files. */
function titleOf(notice: string): string {
  return notice
    .trimStart()
    .slice(0, 200)
    .split(/[\r\n]/, 1)[0]!
}

/** A symbolic link that was checked out as a file contains nothing but the path of its target. */
function onlyPath(notice: string): string | null {
  return (
    /^\ufeff?((?:\.{1,2}\/)*(?:[\w@.-]{1,100}\/){0,20}[\w.-]{1,100}\.(?:md|markdown|rst|adoc|txt))\s*$/i.exec(
      notice,
    )?.[1] ?? null
  )
}

/** Documentation often includes the changelog of the repository from a file of its own. */
function includedPath(notice: string): string | null {
  return (
    /^(?:\.\. (?:md)?include:: *|`{3,}\{include\} *|include::|\{\{#include +|\{%-? *include(?:-markdown)? *["']|--8<-- *["'])([^\s"'`[\]{}]{1,300})/m.exec(
      notice,
    )?.[1] ?? null
  )
}

/** The sentences of a notice. "This file is no longer updated. See the releases." needs both sentences. */
function sentencesOf(notice: string): string[] {
  const paragraphs = notice.split(/(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)/)
  return paragraphs.flatMap((paragraph) => {
    const sentences = paragraph.replace(/\s+/g, ' ').split(/(?<=[.!?:]) (?=[A-Z])/)
    return sentences.flatMap((sentence, index) => [sentence, sentences.slice(index, index + 2).join(' ')])
  })
}

/** The words of a sentence without URLs, whose versions say nothing. */
function wordsOf(sentence: string): string {
  return sentence.replace(/\]\([^()\s]{1,500}\)/g, ']').replace(/<?https?:\/\/\S{1,500}/g, '')
}

const pathForm = '(?:\\.{0,2}/)?(?:[\\w@.-]{1,100}/){0,20}[\\w.-]{1,100}\\.(?:md|markdown|rst|adoc|txt|html?)'

/** Returns the first link, URL or path of a sentence. */
function targetIn(sentence: string, urls: Map<string, string>): string | null {
  const inline = /\]\(<?([^()\s<>]{1,500})>?(?: [^()]{0,200})?\)/.exec(sentence)?.[1]
  if (inline !== undefined) return inline
  const rst = /`[^`<>]{0,200}<([^`<>\s]{1,500})>`_/.exec(sentence)?.[1]
  if (rst !== undefined) return rst
  const reference = /\[([^[\]]{1,200})\](?:\[([^[\]]{0,200})\])?/.exec(sentence)
  const url = reference && urls.get((reference[2] || reference[1]!).toLowerCase())
  if (url) return url
  const bare = /https?:\/\/[^\s<>()[\]"'`]{1,500}/.exec(sentence)?.[0].replace(/[.,;:!?*]+$/, '')
  if (bare !== undefined) return bare
  return new RegExp(`(?<![\\w/.-])${pathForm}(?![\\w/])`, 'i').exec(sentence)?.[0] ?? null
}
