import { monitorEventLoopDelay } from 'node:perf_hooks'

// Loaded into the service with `--import`: measures its event loop between two messages of its parent.
const tickMs = 5
const delay = monitorEventLoopDelay({ resolution: tickMs })
delay.enable()
// How long the thread computed between two ticks: unlike the delay, this does not depend on other programs.
let turns: number[] = []
let peakMegabytes = 0
let before = process.threadCpuUsage()
setInterval(() => {
  const used = process.threadCpuUsage(before)
  before = process.threadCpuUsage()
  turns.push((used.user + used.system) / 1000)
  if (turns.length % 4 === 0) peakMegabytes = Math.max(peakMegabytes, process.memoryUsage.rss() / 2 ** 20)
}, tickMs).unref()
process.on('message', () => {
  const [p99, worst] = [delay.percentile(99), delay.max].map((nanoseconds) => nanoseconds / 1e6)
  const busy = turns.reduce((sum, each) => sum + each, 0)
  const longestTurn = turns.reduce((one, other) => Math.max(one, other), 0)
  process.send!({
    ...{ p99, worst, longestTurn, busy, peakMegabytes, megabytes: process.memoryUsage.rss() / 2 ** 20 },
  })
  delay.reset()
  turns = []
  peakMegabytes = 0
})
process.channel?.unref()
