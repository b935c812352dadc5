import { asProblem } from '../core/errors.ts'
import type { Gateway } from '../core/gateway.ts'
import type { Traces } from './traces.ts'

/** The same gateway, with a span for each question (OpenTelemetry's conventions for generative models); no words. */
export function traceGateway(gateway: Gateway, traces: Traces, url: string): Gateway {
  const { hostname } = new URL(url)
  return {
    ...gateway,
    ask: async (question) => {
      const span = traces.begin({
        name: `chat ${gateway.model}`,
        kind: 'client',
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.provider.name': hostname,
          'gen_ai.request.model': gateway.model,
          'gen_ai.request.max_tokens': question.maxOutputTokens,
          'gen_ai.output.type': 'json',
          'server.address': hostname,
        },
      })
      try {
        const reply = await traces.within(span, () => gateway.ask(question))
        const { usage, model } = reply
        const tokens = usage && {
          'gen_ai.usage.input_tokens': usage.inputTokens,
          'gen_ai.usage.output_tokens': usage.outputTokens,
        }
        span.end({ attributes: { 'gen_ai.response.model': model, ...tokens } })
        return reply
      } catch (error) {
        const type = question.signal.aborted ? 'cancelled' : asProblem(error).code
        span.end({ failed: true, attributes: { 'error.type': type } })
        throw error
      }
    },
  }
}
