/** Saves a text as a file on the user's machine. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser needs the URL only until the download starts.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
