const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

const keySigns: Record<string, string> = {
  mod: isApple ? '⌘' : 'Ctrl',
  alt: isApple ? '⌥' : 'Alt',
  shift: isApple ? '⇧' : 'Shift',
  enter: '⏎',
  escape: 'Esc',
  up: '↑',
  down: '↓',
}

/** Returns the signs of a key combination such as `mod+K`, as the user's keyboard shows them. */
function keySignsOf(keys: string): string[] {
  return keys.split('+').map((key) => keySigns[key] ?? key)
}

/** Shows a key combination such as `mod+K` or `alt+up`. Hidden from screen readers. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span class="kbd-group" aria-hidden="true">
      {keySignsOf(keys).map((sign) => (
        <kbd key={sign} class="kbd">
          {sign}
        </kbd>
      ))}
    </span>
  )
}
