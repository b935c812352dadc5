import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'
import { Kbd } from './kbd.tsx'

type NativeButton = Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'icon' | 'size' | 'class' | 'label' | 'type' | 'role'
> & { type?: 'button' | 'submit'; role?: 'menuitem' | 'tab' }

interface ButtonProps extends NativeButton {
  /** `ink` is for the one main action of a screen; `dark` is for toasts and the selection bar. */
  kind?: 'ink' | 'plain' | 'quiet' | 'dark'
  size?: 'xs' | 'sm' | 'md' | 'lg'
  icon?: IconName
  /** Shown after the text, for example `chevron-down` for a menu. */
  endIcon?: IconName
  /** A key combination such as `mod+enter`. */
  keys?: string
  /** Shows a spinner in place of the icon. */
  busy?: boolean
  wide?: boolean
  class?: string
  children?: ComponentChildren
}

/** A button with a text. */
export function Button({
  kind = 'plain',
  size = 'md',
  icon,
  endIcon,
  keys,
  busy = false,
  wide = false,
  class: given = '',
  type = 'button',
  children,
  ...native
}: ButtonProps) {
  const classes = ['btn', `btn-${kind}`, `btn-${size}`, wide ? 'btn-wide' : '', given]
  return (
    <button type={type} class={classes.filter((each) => each !== '').join(' ')} {...native}>
      {busy ? <Icon name="loader-circle" class="icon-spin" /> : icon ? <Icon name={icon} /> : null}
      {children}
      {endIcon ? <Icon name={endIcon} size={14} /> : null}
      {keys ? <Kbd keys={keys} /> : null}
    </button>
  )
}

interface IconButtonProps extends NativeButton {
  icon: IconName
  /** The accessible name, which the tooltip shows too. */
  label: string
  /** The tooltip, if it differs from the accessible name. */
  tip?: string
  /** A key combination that the tooltip shows, such as `mod+K`. */
  keys?: string
  size?: 'sm' | 'md'
  class?: string
}

/** A button with an icon only; its name shows as a tooltip on hover and focus. */
export function IconButton({
  icon,
  label,
  tip = label,
  keys,
  size = 'md',
  class: given = '',
  type = 'button',
  ...native
}: IconButtonProps) {
  const classes = ['icon-btn', size === 'sm' ? 'icon-btn-sm' : '', given]
  return (
    <button
      type={type}
      class={classes.filter((each) => each !== '').join(' ')}
      aria-label={label}
      data-tip={tip}
      data-tip-keys={keys}
      {...native}
    >
      <Icon name={icon} />
    </button>
  )
}

interface LinkButtonProps extends NativeButton {
  endIcon?: IconName
  class?: string
  children?: ComponentChildren
}

/** A button that looks like a link. */
export function LinkButton({ endIcon, class: given = '', children, ...native }: LinkButtonProps) {
  return (
    <button {...native} type="button" class={`link-btn ${given}`.trimEnd()}>
      {children}
      {endIcon ? <Icon name={endIcon} size={14} /> : null}
    </button>
  )
}

/** A link to another site, which opens in a new tab. */
export function ExternalLink({ href, children }: { href: string; children: ComponentChildren }) {
  return (
    <a class="link-btn" href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <Icon name="arrow-up-right" size={14} />
    </a>
  )
}
