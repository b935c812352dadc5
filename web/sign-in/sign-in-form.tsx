import { useRef, useState } from 'preact/hooks'
import { describeError } from '../api-client/api-error.ts'
import { Button, ExternalLink } from '../components/button.tsx'
import { Checkbox, Segmented, Select, TextField } from '../components/field.tsx'
import { hostNames } from '../components/format.ts'
import { Notice } from '../components/notice.tsx'
import { signIn } from '../effects/sign-in.ts'
import type { ErrorInfo, ListedHost, Session } from '../state/app-state.ts'
import { useAppState, useServices } from '../state/store.ts'
import { signInStrings as strings } from '../strings/sign-in.ts'
import { ConnectionTest } from './connection-test.tsx'
import { tokenPageOf } from './token-page.ts'

const mostSegments = 4

/** Asks for the host, its access token and an optional AI key. */
export function SignInForm({ onDone, host: fixedHost }: { onDone?: () => void; host?: string }) {
  const { store } = useServices()
  const hosts = useAppState((state) => state.hosts)
  const [host, setHost] = useState<string | null>(fixedHost ?? null)
  const [token, setToken] = useState('')
  const [modelKey, setModelKey] = useState(store.get().session?.modelKey ?? '')
  const [keep, setKeep] = useState(false)
  const [busy, setBusy] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const [error, setError] = useState<ErrorInfo | null>(null)
  const tokenField = useRef<HTMLInputElement>(null)
  const chosen = host ?? hosts.find((each) => each.default)?.name ?? hosts[0]?.name ?? ''
  const listed = hosts.find(({ name }) => name === chosen)
  const tokenPage = listed ? tokenPageOf(listed) : null
  /** The session to use; null if the token is missing, which is then said. */
  const prepare = (): Session | null => {
    const isEmpty = token.trim() === ''
    setMissing(isEmpty)
    setError(null)
    if (isEmpty) tokenField.current?.focus()
    return isEmpty ? null : { host: chosen, token: token.trim(), modelKey: modelKey.trim() }
  }
  const submit = async (event: Event) => {
    event.preventDefault()
    const session = busy ? null : prepare()
    if (!session) return
    setBusy(true)
    try {
      await signIn(store, session, { keep })
      onDone?.()
    } catch (failure) {
      setError(describeError(failure))
      tokenField.current?.focus()
    } finally {
      setBusy(false)
    }
  }
  return (
    <form class="sign-in-fields" noValidate onSubmit={submit}>
      {fixedHost === undefined ? <HostField hosts={hosts} chosen={chosen} onChoose={setHost} /> : null}
      {error ? <Refusal error={error} host={listed} tokenPage={tokenPage} /> : null}
      <TextField
        label={strings.token}
        icon="key-round"
        size="lg"
        value={token}
        onInput={setToken}
        inputRef={tokenField}
        secret={{ show: strings.showToken, hide: strings.hideToken }}
        hint={strings.tokenHint}
        error={isMissing && token.trim() === '' ? strings.enterToken : null}
        aside={tokenPage ? <ExternalLink href={tokenPage}>{strings.createToken}</ExternalLink> : undefined}
      />
      <TextField
        label={strings.key}
        icon="sparkles"
        size="lg"
        value={modelKey}
        onInput={setModelKey}
        secret={{ show: strings.showKey, hide: strings.hideKey }}
        hint={strings.keyHint}
        aside={strings.optional}
      />
      <Checkbox label={strings.keep} checked={keep} onChange={setKeep} />
      <Button kind="ink" size="lg" wide type="submit" busy={busy}>
        {busy ? strings.signingIn : strings.signIn}
      </Button>
      <ConnectionTest key={`${chosen} ${token}`} prepare={prepare} />
    </form>
  )
}

interface RefusalProps {
  error: ErrorInfo
  host: ListedHost | undefined
  tokenPage: string | null
}

/** Why the host or the server did not let the user in. */
function Refusal({ error, host, tokenPage }: RefusalProps) {
  const isRejected = error.code === 'token_rejected' && host !== undefined
  return (
    <Notice kind="bad" role="alert" title={isRejected ? strings.rejected(nameOf(host)) : error.title}>
      {isRejected && tokenPage ? (
        <>
          {strings.rejectedWhy}{' '}
          <a href={tokenPage} target="_blank" rel="noopener noreferrer">
            {strings.createNewToken}
          </a>
          .
        </>
      ) : (
        error.detail
      )}
    </Notice>
  )
}

interface HostFieldProps {
  hosts: ListedHost[]
  chosen: string
  onChoose: (name: string) => void
}

function HostField({ hosts, chosen, onChoose }: HostFieldProps) {
  const options = hosts.map((host) => ({ value: host.name, label: nameOf(host) }))
  if (hosts.length < 2) return null
  if (hosts.length > mostSegments)
    return <Select label={strings.host} value={chosen} options={options} onChange={onChoose} />
  return <Segmented legend={strings.host} value={chosen} options={options} onChange={onChoose} />
}

/** The name of a host: of its kind, unless the operator gave it a name of its own. */
function nameOf({ name, kind }: ListedHost): string {
  return name === kind ? hostNames[kind] : name
}
