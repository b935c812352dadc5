import { Component, type ComponentChildren } from 'preact'
import { pageStrings } from '../strings/page.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/** Shows a notice in place of a part of the page that failed, so that the other parts stay usable. */
export class PartBoundary extends Component<{ children: ComponentChildren }, { error: Error | null }> {
  override state = { error: null }

  static override getDerivedStateFromError(error: Error): { error: Error } {
    return { error }
  }

  override render() {
    const { error } = this.state as { error: Error | null }
    if (error === null) return this.props.children
    return (
      <div class="part-failed">
        <Notice
          kind="bad"
          role="alert"
          title={pageStrings.wentWrong}
          actions={
            <Button size="sm" onClick={() => location.reload()}>
              {pageStrings.reload}
            </Button>
          }
        >
          {error.message}
        </Notice>
      </div>
    )
  }
}
