import { Button, IconButton } from '../components/button.tsx'
import { Mark } from '../components/icon.tsx'
import { MenuButton } from '../components/menu.tsx'
import { themeItem } from '../components/theme.ts'
import { signOut } from '../effects/sign-in.ts'
import type { Session } from '../state/app-state.ts'
import { useServices } from '../state/store.ts'
import { pageStrings } from '../strings/page.ts'

/** The header of the start screen: the name, and the menu of the account. */
export function StartHeader({ session, onSearch }: { session: Session; onSearch: () => void }) {
  const { store } = useServices()
  return (
    <header class="bar">
      <span class="brand-link">
        <Mark size={22} />
        Notewright
      </span>
      <span class="grow" />
      <IconButton icon="search" label={pageStrings.search} keys="mod+K" onClick={onSearch} />
      <MenuButton
        label={pageStrings.account(session.host)}
        items={() => [
          themeItem(),
          'separator',
          { label: pageStrings.signOut, icon: 'log-out', onChoose: () => signOut(store) },
        ]}
      >
        {(props) => (
          <Button
            kind="quiet"
            icon="circle-user-round"
            endIcon="chevron-down"
            aria-label={pageStrings.account(session.host)}
            {...props}
          >
            <span class="phone-hidden">{session.host}</span>
          </Button>
        )}
      </MenuButton>
    </header>
  )
}
