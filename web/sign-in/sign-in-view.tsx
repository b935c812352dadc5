import { Button } from '../components/button.tsx'
import { Chip } from '../components/chip.tsx'
import { Icon, Mark } from '../components/icon.tsx'
import { Meter, Swatch } from '../components/meter.tsx'
import { Notice } from '../components/notice.tsx'
import { loadHosts } from '../effects/sign-in.ts'
import { useAppState, useServices } from '../state/store.ts'
import { pageStrings } from '../strings/page.ts'
import { signInStrings as strings } from '../strings/sign-in.ts'
import { SignInForm } from './sign-in-form.tsx'

/** The first screen, unless the user opened a sign-in link. */
export function SignInView() {
  return (
    <div class="sign-in">
      <main class="sign-in-main" id="main">
        <div class="sign-in-form">
          <Mark size={36} />
          <h1>{strings.title}</h1>
          <p class="sign-in-lead">{strings.lead}</p>
          <SignInErrorNote />
          <SignInForm />
          <p class="sign-in-privacy">
            <Icon name="lock" size={14} />
            <span>{strings.privacy}</span>
          </p>
        </div>
        <p class="sign-in-foot">
          <a href="/docs">{strings.reference}</a>
        </p>
      </main>
      <Sample />
    </div>
  )
}

function SignInErrorNote() {
  const { store } = useServices()
  const error = useAppState((state) => state.signInError)
  const hasHosts = useAppState((state) => state.hosts.length > 0)
  if (!error) return null
  return (
    <Notice
      kind="bad"
      role="alert"
      title={error.title}
      actions={
        hasHosts ? null : (
          <Button size="sm" onClick={() => void loadHosts(store)}>
            {pageStrings.tryAgain}
          </Button>
        )
      }
    >
      {error.detail}
    </Notice>
  )
}

/** A picture of what Notewright makes; screen readers skip it. */
function Sample() {
  return (
    <aside class="sample" aria-hidden="true">
      <div class="sample-card">
        <p class="sample-row">
          <span class="sample-ref">#3957</span>
          <Chip color="danger">Breaking</Chip> Reject HTTP/1.1 requests without a <code>Host</code> header
        </p>
        <p class="sample-row">
          <span class="sample-ref">#3973</span>Support the HTTP <code>QUERY</code> method
        </p>
        <p class="sample-row sample-row-lit">
          <span class="sample-ref">#3940</span>Fix workers hanging on shutdown in <code>notify_safely</code>
        </p>
        <p class="sample-evidence">
          <Icon name="corner-down-right" size={14} />
          <code class="sha">5159874</code> Fix worker shutdown hang in notify_safely
        </p>
        <p class="sample-evidence">
          <Icon name="corner-down-right" size={14} />
          <Icon name="circle-check" size={14} class="sample-ok" /> Every name and number found in the commits
        </p>
        <div class="sample-ledger">
          <p>
            <Icon name="circle-check" size={14} class="sample-ok" />
            <b>26 commits</b>
            <span class="grow" />
            all accounted for
          </p>
          <Meter
            segments={[
              { color: 'in', size: 12 },
              { color: 'out', size: 14 },
            ]}
          />
          <p>
            <Swatch color="in" />
            12 in notes
            <Swatch color="out" />
            14 excluded
          </p>
        </div>
      </div>
      <ul class="sample-promises">
        {strings.promises.map(([title, text]) => (
          <li key={title}>
            <b>{title}</b> {text}
          </li>
        ))}
      </ul>
    </aside>
  )
}
