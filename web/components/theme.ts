import { loadTheme, saveTheme } from '../storage/session.ts'
import { pageStrings } from '../strings/page.ts'
import type { MenuItem } from './menu.tsx'

/** Applies the theme that the user chose earlier. */
export function applySavedTheme(): void {
  applyTheme(loadTheme())
}

function applyTheme(theme: 'light' | 'dark' | null): void {
  if (theme === null) delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** The menu item that chooses the theme. */
export function themeItem(): MenuItem {
  const chosen = loadTheme()
  const { system, light, dark } = pageStrings.themes
  const choices = [
    { label: system, theme: null, icon: 'monitor' },
    { label: light, theme: 'light', icon: 'sun' },
    { label: dark, theme: 'dark', icon: 'moon' },
  ] as const
  return {
    label: pageStrings.theme,
    icon: 'sun',
    items: choices.map(({ label, theme, icon }) => ({
      label,
      icon,
      checked: theme === chosen,
      onChoose: () => {
        saveTheme(theme)
        applyTheme(theme)
      },
    })),
  }
}
