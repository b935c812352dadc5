import { type FixtureResponse, LLMock } from '@copilotkit/aimock'

/** A gateway from another project, which implements OpenAI's protocol independently of us. */
export async function startAimock() {
  const mock = new LLMock({ host: '127.0.0.1', port: 0 })
  await mock.start()
  return {
    url: `${mock.url}/v1`,
    /** Its next and all further answers. */
    answer: (response: FixtureResponse, options: { latency?: number; truncateAfterChunks?: number } = {}) => {
      mock.clearFixtures()
      mock.addFixture({ match: {}, response, ...options })
    },
    /** The next answer only. */
    failOnce: (status: number, message: string) => mock.nextRequestError(status, { message }),
    calls: () => mock.getRequests(),
    close: () => mock.stop(),
  }
}
