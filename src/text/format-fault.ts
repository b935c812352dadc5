import type { Fault } from '../core/errors.ts'

/** Formats a fault as one line: the file with line and column if it is in a file, the place, and what is wrong. */
export function formatFault({ pointer, detail, line, column }: Fault): string {
  const at = pointer.indexOf('#')
  const place = formatPlace(pointer.slice(at))
  const file = line === undefined ? '' : `${pointer.slice(0, at)}:${line}:${column}: `
  return `${file}${place === '' ? '' : `${place}: `}${detail}`
}

/** Formats a JSON pointer as it is written in code, such as `categories[0].title`. */
function formatPlace(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part, index) => {
      if (/^\d+$/.test(part)) return `[${part}]`
      if (!/^[\w$-]+$/.test(part)) return `[${JSON.stringify(part)}]`
      return index === 0 ? part : `.${part}`
    })
    .join('')
}
