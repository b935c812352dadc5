import { useEffect, useState } from 'preact/hooks'
import { describeError } from '../api-client/api-error.ts'
import { readConfigFile } from '../api-client/listings.ts'
import { handleRejectedToken } from '../effects/sign-in.ts'
import type { ErrorInfo } from '../state/app-state.ts'
import { useAppState, useServices } from '../state/store.ts'

/** The configuration file of the repository, or the start of a new one. */
export interface ConfigFile {
  path: string
  text: string
  /** Whether the repository has no such file yet. */
  isNew: boolean
}

type FileState =
  | { status: 'loading' }
  | { status: 'failed'; error: ErrorInfo; retry: () => void }
  | { status: 'loaded'; file: ConfigFile }

const newFile: ConfigFile = {
  path: 'notewright.yml',
  text: '# How Notewright writes the release notes of this repository. Everything is optional.\n',
  isNew: true,
}

/** Reads the configuration file at the end of the chosen range. */
export function useConfigFile(): FileState {
  const { store } = useServices()
  const session = useAppState((state) => state.session)
  const repo = useAppState((state) => state.options.repo)
  const ref = useAppState((state) => state.options.toRef)
  const [state, setState] = useState<FileState>({ status: 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!session) return
    const controller = new AbortController()
    const { signal } = controller
    setState({ status: 'loading' })
    readConfigFile(session, { repo, ref }, signal).then(
      (file) => {
        if (!signal.aborted) setState({ status: 'loaded', file: file ? { ...file, isNew: false } : newFile })
      },
      (failure: unknown) => {
        if (signal.aborted) return
        const error = describeError(failure)
        handleRejectedToken(store, error)
        setState({ status: 'failed', error, retry: () => setAttempt(attempt + 1) })
      },
    )
    return () => controller.abort()
  }, [session, repo, ref, attempt])
  return state
}
