import type { EditorEntry } from '../editor-model/editor-model.ts'
import { type InlineNode, readEntryText } from '../editor-model/inline-markdown.ts'

/** Renders the text of an entry; links are words with a dotted line, because a click edits the entry. */
export function EntryText({ entry }: { entry: Pick<EditorEntry, 'text' | 'writtenBy'> }) {
  return <InlineNodes nodes={readEntryText(entry)} />
}

/** Renders parsed inline Markdown without active links. */
function InlineNodes({ nodes }: { nodes: InlineNode[] }) {
  return (
    <>
      {nodes.map((node, index) => {
        if (node.kind === 'text') return node.value
        if ('value' in node) return <code key={index}>{node.value}</code>
        const children = <InlineNodes nodes={node.children} />
        if (node.kind === 'link')
          return (
            <span key={index} class="words-link">
              {children}
            </span>
          )
        const Tag = node.kind
        return <Tag key={index}>{children}</Tag>
      })}
    </>
  )
}
