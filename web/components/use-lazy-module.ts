import { useEffect, useState } from 'preact/hooks'

/** A module that is loaded when it is first needed. */
export type LazyModule<Module> =
  | { status: 'loading' }
  | { status: 'ready'; module: Module }
  | { status: 'failed'; retry: () => void }

const retryDelaysMs = [500, 2000]

/** Loads a module when it is needed; tries three times before it fails. */
export function useLazyModule<Module>(load: () => Promise<Module>, needed = true): LazyModule<Module> {
  const [lazy, setLazy] = useState<LazyModule<Module>>({ status: 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!needed) return
    let current = true
    const retry = () => setAttempt(attempt + 1)
    setLazy({ status: 'loading' })
    loadWithRetries(load).then(
      (module) => current && setLazy({ status: 'ready', module }),
      () => current && setLazy({ status: 'failed', retry }),
    )
    return () => {
      current = false
    }
  }, [attempt, needed])
  return lazy
}

async function loadWithRetries<Module>(load: () => Promise<Module>): Promise<Module> {
  for (const delayMs of retryDelaysMs) {
    try {
      return await load()
    } catch {
      // The last attempt below reports its failure.
      await new Promise((resolve) => setTimeout(resolve, delayMs))
    }
  }
  return load()
}
