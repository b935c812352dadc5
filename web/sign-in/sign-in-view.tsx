import { ErrorNote } from '../components/error-note.tsx'
import { loadHosts } from '../effects/sign-in.ts'
import { useAppState, useServices } from '../state/store.ts'
import { SignInForm } from './sign-in-form.tsx'

/** The first screen, unless the user opened a sign-in link. */
export function SignInView() {
  return (
    <main class="narrow" id="main">
      <h1>Release notes from your commits</h1>
      <p class="lead">Select a range of commits, generate a draft, then edit and publish it.</p>
      <SignInErrorNote />
      <SignInForm />
      <p class="quiet small">
        The token and the key stay in this tab and are sent only to this server. For programmatic access, see
        the <a href="/docs">API reference</a>.
      </p>
    </main>
  )
}

function SignInErrorNote() {
  const { store } = useServices()
  const error = useAppState((state) => state.signInError)
  const hasHosts = useAppState((state) => state.hosts.length > 0)
  if (!error) return null
  return (
    <ErrorNote error={error}>
      {hasHosts ? null : (
        <button type="button" onClick={() => void loadHosts(store)}>
          Try again
        </button>
      )}
    </ErrorNote>
  )
}
