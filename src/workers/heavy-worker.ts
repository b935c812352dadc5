import { parentPort } from 'node:worker_threads'
import { heavyTasks } from '../app/heavy-tasks.ts'
import type { HeavyTask } from '../core/heavy-work.ts'
import { packTasks } from '../hosts/git-wire/pack-tasks.ts'
import { asFailure, type ThreadReply, type ThreadRequest } from './thread-messages.ts'

const byName = new Map<string, HeavyTask<never, unknown>>(
  [...heavyTasks, ...packTasks].map((task) => [task.name, task]),
)
const port = parentPort!

port.on('message', async ({ task, input }: ThreadRequest) => {
  port.postMessage(await run(task, input))
})

async function run(name: string, input: unknown): Promise<ThreadReply> {
  try {
    const perform = await byName.get(name)!.load()
    return { output: await perform(input as never) }
  } catch (error) {
    return { failure: asFailure(error) }
  }
}
