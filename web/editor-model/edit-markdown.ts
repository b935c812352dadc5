/** A text with a selection, as a text field has it. */
export interface SelectedText {
  text: string
  from: number
  to: number
}

/** A replacement in a text, and what is selected after it. */
export interface TextEdit {
  from: number
  to: number
  insert: string
  select: [from: number, to: number]
}

/** Puts a mark around the selected words, or removes it from around them. */
export function toggleMark({ text, from, to }: SelectedText, mark: string): TextEdit {
  const { length } = mark
  const chosen = text.slice(from, to)
  const isAround = text.slice(from - length, from) === mark && text.slice(to, to + length) === mark
  if (isAround)
    return { from: from - length, to: to + length, insert: chosen, select: [from - length, to - length] }
  if (chosen.length > 2 * length && chosen.startsWith(mark) && chosen.endsWith(mark)) {
    const bare = chosen.slice(length, -length)
    return { from, to, insert: bare, select: [from, from + bare.length] }
  }
  return { from, to, insert: `${mark}${chosen}${mark}`, select: [from + length, to + length] }
}

const webAddress = /^https?:\/\/\S+$/

/** Makes the selected words a link; the address is selected to be typed unless it is given. */
export function insertLink({ text, from, to }: SelectedText, address = ''): TextEdit {
  const chosen = text.slice(from, to)
  if (webAddress.test(chosen) && address === '')
    return { from, to, insert: `[](${chosen})`, select: [from + 1, from + 1] }
  const insert = `[${chosen}](${address === '' ? 'https://' : address})`
  const end = from + insert.length
  if (address !== '') return { from, to, insert, select: [end, end] }
  return chosen === ''
    ? { from, to, insert, select: [from + 1, from + 1] }
    : { from, to, insert, select: [from + chosen.length + 3, end - 1] }
}

/** Returns the link for an address that is pasted over selected words; null if it is pasted as it is. */
export function linkOnPaste(selected: SelectedText, pasted: string): TextEdit | null {
  const address = pasted.trim()
  const chosen = selected.text.slice(selected.from, selected.to)
  if (chosen.trim() === '' || chosen.includes('\n')) return null
  return webAddress.test(address) && !webAddress.test(chosen) ? insertLink(selected, address) : null
}

/** Inserts an image with the selected words as its description. */
export function insertImage({ text, from, to }: SelectedText): TextEdit {
  const insert = `![${text.slice(from, to)}](https://)`
  return { from, to, insert, select: [from + insert.length - 1, from + insert.length - 1] }
}

/** Makes the selected lines a list, or removes its marks. */
export function toggleList({ text, from, to }: SelectedText): TextEdit {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const newline = text.indexOf('\n', to)
  const end = newline === -1 ? text.length : newline
  const lines = text.slice(start, end).split('\n')
  const isList = lines.every((line) => /^\s*[-*+] /.test(line) || line.trim() === '')
  const insert = lines
    .map((line) =>
      isList
        ? line.replace(/^(\s*)[-*+] /, '$1')
        : line.trim() === '' && lines.length > 1
          ? line
          : `- ${line}`,
    )
    .join('\n')
  return { from: start, to: end, insert, select: [start + insert.length, start + insert.length] }
}
