import { useEffect, useState } from 'preact/hooks'

/** A part of the page that is loaded when it is first needed, or why it could not be. */
export type Loaded<Part> =
  | { is: 'loading' }
  | { is: 'ready'; part: Part }
  | { is: 'failed'; again: () => void }

const pausesMs = [500, 2000]

/** Loads a part when it is wanted; a network that stutters gets more chances before a person is asked. */
export function useLoaded<Part>(load: () => Promise<Part>, wanted = true): Loaded<Part> {
  const [loaded, setLoaded] = useState<Loaded<Part>>({ is: 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!wanted) return
    let current = true
    const again = () => setAttempt(attempt + 1)
    setLoaded({ is: 'loading' })
    patiently(load).then(
      (part) => current && setLoaded({ is: 'ready', part }),
      () => current && setLoaded({ is: 'failed', again }),
    )
    return () => {
      current = false
    }
  }, [attempt, wanted])
  return loaded
}

async function patiently<Part>(load: () => Promise<Part>): Promise<Part> {
  for (const pauseMs of pausesMs) {
    try {
      return await load()
    } catch {
      // Tried again below; the last failure is told.
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  return load()
}
