import { useState } from 'preact/hooks'
import type { Diagnosis, DiagnosisStep } from '../../src/core/diagnosis.ts'
import { describeError } from '../api-client/api-error.ts'
import { requestJson } from '../api-client/request.ts'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { Notice } from '../components/notice.tsx'
import type { ErrorInfo, Session } from '../state/app-state.ts'
import { signInStrings as strings } from '../strings/sign-in.ts'

interface ConnectionTestProps {
  /** The session to test; null if something is missing, which the form then says. */
  prepare: () => Session | null
}

/** Checks a host and a token without signing in, and shows what works and what does not. */
export function ConnectionTest({ prepare }: ConnectionTestProps) {
  const [isBusy, setBusy] = useState(false)
  const [steps, setSteps] = useState<DiagnosisStep[] | null>(null)
  const [error, setError] = useState<ErrorInfo | null>(null)
  const test = async () => {
    const session = isBusy ? null : prepare()
    if (!session) return
    setBusy(true)
    setSteps(null)
    setError(null)
    try {
      const body = { host: session.host }
      setSteps((await requestJson<Diagnosis>({ path: '/api/v1/doctor', body, session })).steps)
    } catch (failure) {
      setError(describeError(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div class="connection-test">
      <Button kind="quiet" wide busy={isBusy} onClick={() => void test()}>
        {isBusy ? strings.testing : strings.testConnection}
      </Button>
      <div role="status">
        {error ? (
          <Notice kind="bad" title={error.title}>
            {error.detail}
          </Notice>
        ) : null}
        {steps ? (
          <ul class="connection-steps" aria-label={strings.testResult}>
            {steps.map(({ id, status, detail }) => (
              <li key={id} data-status={status}>
                <Icon name={status === 'ok' ? 'circle-check' : 'triangle-alert'} />
                <span>{detail}</span>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  )
}
