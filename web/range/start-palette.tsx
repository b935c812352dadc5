import { Icon } from '../components/icon.tsx'
import type { IconName } from '../components/icon-names.ts'
import { PaletteDialog, type PaletteItem } from '../components/palette-dialog.tsx'
import { themeItem } from '../components/theme.ts'
import { openSavedDraft } from '../effects/save-draft.ts'
import { signOut } from '../effects/sign-in.ts'
import { type AppServices, useServices } from '../state/store.ts'
import { dialogStrings } from '../strings/dialogs.ts'
import { pageStrings } from '../strings/page.ts'
import { startStrings as strings } from '../strings/start.ts'
import { type Drafts, describeDraft, draftName } from './use-drafts.ts'

/** Finds drafts and commands of the start screen, and runs what is chosen. */
export function StartPalette({ drafts, onClose }: { drafts: Drafts; onClose: () => void }) {
  const services = useServices()
  return (
    <PaletteDialog
      label={dialogStrings.startPaletteSearch}
      list={() => [...listDrafts(services, drafts), ...listCommands(services)]}
      onClose={onClose}
    />
  )
}

function listDrafts(services: AppServices, { summaries }: Drafts): PaletteItem[] {
  const host = services.store.get().session?.host
  return summaries
    .filter((summary) => summary.host === host)
    .map((summary) => ({
      key: `draft ${summary.key}`,
      group: 'drafts',
      text: draftName(summary),
      aside: describeDraft(summary),
      search: draftName(summary).toLowerCase(),
      picture: <Icon name="notebook-pen" />,
      run: () => void openSavedDraft(services, summary.key),
    }))
}

/** The buttons and fields of the screen that can be used now, and what the menu of the account contains. */
function listCommands({ store }: AppServices): PaletteItem[] {
  const command = (text: string, icon: IconName, run: () => void, keys?: string): PaletteItem => ({
    key: `command ${text}`,
    group: 'commands',
    text,
    search: text.toLowerCase(),
    picture: <Icon name={icon} />,
    run,
    ...(keys === undefined ? {} : { keys }),
  })
  const main = document.querySelector<HTMLButtonElement>('.summary .btn-ink:not(:disabled)')
  const theme = themeItem()
  const themes = typeof theme === 'object' && 'items' in theme ? theme.items : []
  return [
    ...(main
      ? [command(main.firstChild?.textContent ?? '', 'notebook-pen', () => main.click(), 'mod+enter')]
      : []),
    ...[strings.repository, strings.from, strings.to].map((label) =>
      command(`${pageStrings.goTo} ${label}`, 'corner-down-right', () => focusField(label)),
    ),
    command(strings.import, 'upload', () => document.querySelector<HTMLElement>('.import-btn')?.click()),
    ...themes.flatMap((item) =>
      typeof item === 'object' && 'onChoose' in item && item.icon
        ? [command(`${pageStrings.theme}: ${item.label}`, item.icon, item.onChoose)]
        : [],
    ),
    command(pageStrings.signOut, 'log-out', () => signOut(store)),
  ]
}

function focusField(label: string): void {
  const fields = document.querySelectorAll<HTMLInputElement>('.range-form input')
  ;[...fields].find(({ labels }) => labels?.[0]?.textContent?.startsWith(label))?.focus()
}
