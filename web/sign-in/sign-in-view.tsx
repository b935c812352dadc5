import { loadHosts } from '../effects/sign-in.ts'
import { TroubleNote } from '../parts/trouble-note.tsx'
import { useApp, useTools } from '../state/store.ts'
import { SignInForm } from './sign-in-form.tsx'

/** The first screen of whoever came without the printed link. */
export function SignInView() {
  return (
    <main class="narrow" id="main">
      <h1>Release notes you would sign</h1>
      <p class="lead">
        See what happened between two points of a repository, let it be drafted, and keep the last word.
      </p>
      <KeptOutNote />
      <SignInForm />
      <p class="quiet small">
        The token and the key stay in this tab and go to this service alone, with each request. The interface
        for programs is described in the <a href="/docs">reference</a>.
      </p>
    </main>
  )
}

function KeptOutNote() {
  const { store } = useTools()
  const trouble = useApp((state) => state.keptOut)
  const hasHosts = useApp((state) => state.hosts.length > 0)
  if (!trouble) return null
  return (
    <TroubleNote trouble={trouble}>
      {hasHosts ? null : (
        <button type="button" onClick={() => void loadHosts(store)}>
          Try again
        </button>
      )}
    </TroubleNote>
  )
}
