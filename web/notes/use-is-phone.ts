import { useEffect, useState } from 'preact/hooks'

/** Whether a media query matches; the component renders again when that changes. */
export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const list = matchMedia(query)
    const update = () => setMatches(list.matches)
    update()
    list.addEventListener('change', update)
    return () => list.removeEventListener('change', update)
  }, [query])
  return matches
}

/** Whether the screen has room for one column only. */
export function useIsPhone(): boolean {
  return useMedia('(max-width: 899px)')
}
