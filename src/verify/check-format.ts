import type { Format, Part } from '../core/format.ts'
import type { Warning } from '../core/warnings.ts'
import { checkHostRelease } from './check-host-release.ts'
import { checkKeepAChangelog } from './check-keepachangelog.ts'
import { checkSimple } from './check-simple.ts'

/** Reads a text as a purist of its format would; what is found is a fault of ours or of a person's edit. */
export function checkFormat(text: string, { format, part }: { format: Format; part: Part }): Warning[] {
  const lines = text.split('\n')
  const faults =
    format === 'keepachangelog'
      ? checkKeepAChangelog(lines, part)
      : format === 'simple'
        ? checkSimple(lines)
        : checkHostRelease(lines)
  return faults.map((detail) => ({ code: 'format-fault', detail }))
}
