import { spawn } from 'node:child_process'

/** How long requests of the last 50 commits take on a running service, with git's part. */
export async function timeRequests(main: string, folder: string): Promise<{ p50: number; p99: number }> {
  const child = spawn(process.execPath, [main, 'serve', '--local', folder, '--port', '0'], {
    env: { ...process.env, LOG_LEVEL: 'silent', NOTEWRIGHT_RATE: '100000' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const greeting = await new Promise<string>((resolve) => {
      let text = ''
      child.stdout.setEncoding('utf8').on('data', (part: string) => {
        text += part
        if (text.includes('curl')) resolve(text)
      })
    })
    const [, url, token, body] = /curl -s (\S+) -H "Authorization: (Bearer \S+)" .* -d '(.*)'/.exec(greeting)!
    const headers = { authorization: token!, 'content-type': 'application/json' }
    const times: number[] = []
    for (let index = 0; index < 220; index += 1) {
      const start = performance.now()
      const answer = await fetch(url!, { method: 'POST', headers, body: body! })
      await answer.json()
      // The first ones only warm the service.
      if (index >= 20) times.push(performance.now() - start)
    }
    times.sort((a, b) => a - b)
    return { p50: times[100]!, p99: times[197]! }
  } finally {
    child.kill()
  }
}
