import { useState } from 'preact/hooks'
import { describeError } from '../api-client/api-error.ts'
import { ErrorNote } from '../components/error-note.tsx'
import { hostNames } from '../components/format.ts'
import { signIn } from '../effects/sign-in.ts'
import type { ErrorInfo, ListedHost } from '../state/app-state.ts'
import { useAppState, useServices } from '../state/store.ts'

/** Asks for the host, its access token and an optional AI key. */
export function SignInForm({ onDone, host: fixedHost }: { onDone?: () => void; host?: string }) {
  const { store } = useServices()
  const hosts = useAppState((state) => state.hosts)
  const [host, setHost] = useState<string | null>(fixedHost ?? null)
  const [token, setToken] = useState('')
  const [modelKey, setModelKey] = useState(store.get().session?.modelKey ?? '')
  const [keep, setKeep] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ErrorInfo | null>(null)
  const chosen = host ?? hosts.find((each) => each.default)?.name ?? hosts[0]?.name ?? ''
  const submit = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    setError(null)
    try {
      await signIn(store, { host: chosen, token: token.trim(), modelKey: modelKey.trim() }, { keep })
      onDone?.()
    } catch (failure) {
      setError(describeError(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form class="form" onSubmit={submit}>
      {fixedHost === undefined ? <HostField hosts={hosts} chosen={chosen} onChoose={setHost} /> : null}
      <SecretField
        id="token"
        label="Access token"
        hint="Read access is enough to write notes. Publishing needs write access."
        value={token}
        onInput={setToken}
      />
      <SecretField
        id="model-key"
        label="AI key"
        isOptional
        hint="Without a key, entries use the authors’ own text, cleaned up."
        value={modelKey}
        onInput={setModelKey}
      />
      <label class="check">
        <input type="checkbox" checked={keep} onChange={(event) => setKeep(event.currentTarget.checked)} />
        <span>Stay signed in until this tab is closed</span>
      </label>
      {error ? <ErrorNote error={error} /> : null}
      <div class="actions">
        <button type="submit" class="main" disabled={busy || token.trim() === '' || chosen === ''}>
          {busy ? 'Signing in…' : 'Sign in'}
        </button>
      </div>
    </form>
  )
}

interface HostFieldProps {
  hosts: ListedHost[]
  chosen: string
  onChoose: (name: string) => void
}

function HostField({ hosts, chosen, onChoose }: HostFieldProps) {
  return (
    <div class="field">
      <label for="host">Host</label>
      <select id="host" value={chosen} onChange={(event) => onChoose(event.currentTarget.value)}>
        {hosts.map(({ name, kind }) => (
          <option key={name} value={name}>
            {name === kind ? hostNames[kind] : `${name} (${hostNames[kind]})`}
          </option>
        ))}
      </select>
    </div>
  )
}

interface SecretFieldProps {
  id: string
  label: string
  hint: string
  isOptional?: boolean
  value: string
  onInput: (value: string) => void
}

function SecretField({ id, label, hint, isOptional = false, value, onInput }: SecretFieldProps) {
  return (
    <div class="field">
      <label for={id}>
        {label}
        {isOptional ? <span class="quiet"> (optional)</span> : null}
      </label>
      <input
        id={id}
        type="password"
        required={!isOptional}
        autocomplete="off"
        spellcheck={false}
        value={value}
        aria-describedby={`${id}-hint`}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  )
}
