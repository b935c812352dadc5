import { useEffect, useRef, useState } from 'preact/hooks'
import type { ConfigRemark } from '../../src/config/repository/read-config.ts'
import { describeError } from '../api-client/api-error.ts'
import { handleRejectedToken } from '../effects/sign-in.ts'
import type { ErrorInfo } from '../state/app-state.ts'
import { useServices } from '../state/store.ts'
import { configOfPackage, type ReadConfigText, readConfigText } from './read-config-text.ts'
import { curationKey, reconfigure } from './reconfigure.ts'

/** What is known about the text in the panel. */
export interface ConfigTextStatus {
  errors: ConfigRemark[]
  hints: ConfigRemark[]
  /** Whether the changes are being read again. */
  isApplying: boolean
  /** Why they could not be read again. */
  error: ErrorInfo | null
  names: { titles: string[]; formats: string[] }
  /** Reads a text that the user typed. */
  change: (text: string) => void
}

interface ConfigTextOptions {
  path: string
  /** The text in the repository, or the one that a new file starts with. */
  original: string
  initial: string
}

const checkMs = 200
const applyMs = 500

/**
 * Checks the text while the user types, and applies it when it is valid: the notes are only printed again if nothing
 * else changes, otherwise the server reads the changes again.
 */
export function useConfigText({ path, original, initial }: ConfigTextOptions): ConfigTextStatus {
  const services = useServices()
  const [reading, setReading] = useState<ReadConfigText | null>(null)
  const [isApplying, setApplying] = useState(false)
  const [error, setError] = useState<ErrorInfo | null>(null)
  const latest = useRef(initial)
  /** What the loaded changes were read with. */
  const applied = useRef<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const running = useRef<AbortController | null>(null)

  const apply = async () => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setApplying(true)
    setError(null)
    try {
      await reconfigure(services, controller.signal)
    } catch (failure) {
      if (controller.signal.aborted) return
      const info = describeError(failure)
      handleRejectedToken(services.store, info)
      applied.current = null
      setError(info)
    }
    if (running.current === controller) setApplying(false)
  }

  const read = async (text: string) => {
    const found = await readConfigText(text, path)
    if (text !== latest.current) return
    setReading(found)
    const { store } = services
    const { options, range } = store.get()
    const value = found.value ?? options.config?.value ?? null
    store.dispatch({
      type: 'set-options',
      options: { config: text === original ? null : { path, text, value } },
    })
    const config = found.config && configOfPackage(found.config, options.package)
    if (!found.config || !config) return
    const key = curationKey(found.config)
    if (key === applied.current && range.status === 'loaded') {
      store.dispatch({ type: 'reprinted', config })
      return
    }
    applied.current = key
    timer.current = setTimeout(() => void apply(), applyMs)
  }

  useEffect(() => {
    // The loaded changes were read with the text that the panel begins with.
    void readConfigText(initial, path).then((found) => {
      if (latest.current !== initial) return
      setReading(found)
      applied.current = found.config && curationKey(found.config)
    })
    return () => clearTimeout(timer.current)
  }, [])

  const change = (text: string) => {
    latest.current = text
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void read(text), checkMs)
  }
  const { categories = [], formats = {} } = reading?.config ?? {}
  return {
    ...{ errors: reading?.errors ?? [], hints: reading?.hints ?? [], isApplying, error, change },
    names: { titles: categories.map(({ title }) => title), formats: Object.keys(formats) },
  }
}
