import { useEffect, useState } from 'preact/hooks'
import { Icon } from '../components/icon.tsx'
import { startStrings as strings } from '../strings/start.ts'

/** Imports a file that is dropped anywhere on the screen. */
export function DropZone({ onFile }: { onFile: (file: File | undefined) => void }) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const isFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const over = (event: DragEvent) => {
      if (!isFile(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!isFile(event)) return
      event.preventDefault()
      setOver(false)
      onFile(event.dataTransfer?.files[0])
    }
    document.addEventListener('dragover', over)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
    }
  }, [onFile])
  if (!isOver) return null
  return (
    <div class="drop-zone">
      <p>
        <Icon name="upload" />
        {strings.dropHere}
      </p>
    </div>
  )
}
