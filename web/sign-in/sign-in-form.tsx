import { useState } from 'preact/hooks'
import { signIn } from '../effects/sign-in.ts'
import { TroubleNote } from '../parts/trouble-note.tsx'
import { hostNames } from '../parts/words.ts'
import { troubleOf } from '../service/refusal.ts'
import type { HostChoice, Trouble } from '../state/app-state.ts'
import { useApp, useTools } from '../state/store.ts'

/** Asks for a token of the host and, if there is one, a key for a language model. */
export function SignInForm({ onDone, host: fixedHost }: { onDone?: () => void; host?: string }) {
  const { store } = useTools()
  const hosts = useApp((state) => state.hosts)
  const [host, setHost] = useState<string | null>(fixedHost ?? null)
  const [token, setToken] = useState('')
  const [modelKey, setModelKey] = useState(store.get().session?.modelKey ?? '')
  const [keep, setKeep] = useState(false)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const chosen = host ?? hosts.find((each) => each.default)?.name ?? hosts[0]?.name ?? ''
  const submit = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    setTrouble(null)
    try {
      await signIn(store, { host: chosen, token: token.trim(), modelKey: modelKey.trim() }, { keep })
      onDone?.()
    } catch (error) {
      setTrouble(troubleOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form class="form" onSubmit={submit}>
      {fixedHost === undefined ? <HostField hosts={hosts} chosen={chosen} onChoose={setHost} /> : null}
      <SecretField
        id="token"
        label="Access token of the host"
        hint="Reading is enough to write notes. To publish them it must be allowed to write."
        value={token}
        onInput={setToken}
      />
      <SecretField
        id="model-key"
        label="Key for a language model"
        isOptional
        hint="Without one the entries keep the authors’ own words, tidied."
        value={modelKey}
        onInput={setModelKey}
      />
      <label class="check">
        <input type="checkbox" checked={keep} onChange={(event) => setKeep(event.currentTarget.checked)} />
        <span>Stay signed in until this tab is closed</span>
      </label>
      {trouble ? <TroubleNote trouble={trouble} /> : null}
      <div class="actions">
        <button type="submit" class="main" disabled={busy || token.trim() === '' || chosen === ''}>
          {busy ? 'Signing in…' : 'Sign in'}
        </button>
      </div>
    </form>
  )
}

interface HostProps {
  hosts: HostChoice[]
  chosen: string
  onChoose: (name: string) => void
}

function HostField({ hosts, chosen, onChoose }: HostProps) {
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

interface SecretProps {
  id: string
  label: string
  hint: string
  isOptional?: boolean
  value: string
  onInput: (value: string) => void
}

function SecretField({ id, label, hint, isOptional = false, value, onInput }: SecretProps) {
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
