import type { ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'

type Kind = 'info' | 'warn' | 'bad'

const kindIcons: Record<Kind, IconName> = { info: 'info', warn: 'triangle-alert', bad: 'circle-alert' }

interface NoticeProps {
  kind?: Kind
  icon?: IconName
  title?: string
  /** The buttons below the text. */
  actions?: ComponentChildren
  /** `alert` for what just went wrong, `status` for what is merely new. */
  role?: 'alert' | 'status'
  children?: ComponentChildren
}

/** A message beside what it is about, with the next steps as buttons. */
export function Notice({
  kind = 'info',
  icon = kindIcons[kind],
  title,
  actions,
  role,
  children,
}: NoticeProps) {
  return (
    <div class={kind === 'info' ? 'notice' : `notice notice-${kind}`} role={role}>
      <Icon name={icon} />
      <div>
        {title ? <p class="notice-title">{title}</p> : null}
        {children ? <p>{children}</p> : null}
        {actions ? <div class="notice-actions">{actions}</div> : null}
      </div>
    </div>
  )
}

interface BannerProps {
  kind?: Kind | 'busy'
  icon?: IconName
  /** Draws a line at the bottom; null for progress of unknown length. */
  progress?: { done: number; total: number | null }
  actions?: ComponentChildren
  role?: 'alert' | 'status'
  children: ComponentChildren
}

/** A line over a part of the page: drafting, offline, edited in another tab. Wrap what matters most in `<b>`. */
export function Banner({ kind = 'info', icon, progress, actions, role, children }: BannerProps) {
  return (
    <div class={`banner banner-${kind}`} role={role}>
      {kind === 'busy' ? (
        <Icon name="loader-circle" class="icon-spin" />
      ) : (
        <Icon name={icon ?? kindIcons[kind]} />
      )}
      <span class="banner-text">{children}</span>
      {actions}
      {progress ? (
        <progress
          aria-hidden="true"
          value={progress.total === null ? undefined : progress.done}
          max={progress.total ?? undefined}
        />
      ) : null}
    </div>
  )
}

interface EmptyStateProps {
  icon: IconName
  title: string
  actions?: ComponentChildren
  children?: ComponentChildren
}

/** What a part of the page shows when there is nothing in it, with the next steps as buttons. */
export function EmptyState({ icon, title, actions, children }: EmptyStateProps) {
  return (
    <div class="nothing">
      <Icon name={icon} size={24} />
      <h2>{title}</h2>
      {children ? <p>{children}</p> : null}
      {actions ? <div class="nothing-actions">{actions}</div> : null}
    </div>
  )
}
