import { asProblem } from '../core/errors.ts'
import type { Gateway } from '../core/gateway.ts'
import type { Traces } from './traces.ts'

/** Wraps a gateway so that each request has a span by OpenTelemetry's conventions for generative models, without any text. */
export function traceGateway(gateway: Gateway, traces: Traces, url: string): Gateway {
  const { hostname } = new URL(url)
  return {
    ...gateway,
    ask: async (request) => {
      const span = traces.begin({
        name: `chat ${gateway.model}`,
        kind: 'client',
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.provider.name': hostname,
          'gen_ai.request.model': gateway.model,
          'gen_ai.request.max_tokens': request.maxOutputTokens,
          'gen_ai.output.type': 'json',
          'server.address': hostname,
        },
      })
      try {
        const response = await traces.within(span, () => gateway.ask(request))
        const { usage, model } = response
        const tokens = usage && {
          'gen_ai.usage.input_tokens': usage.inputTokens,
          'gen_ai.usage.output_tokens': usage.outputTokens,
        }
        span.end({ attributes: { 'gen_ai.response.model': model, ...tokens } })
        return response
      } catch (error) {
        const type = request.signal.aborted ? 'cancelled' : asProblem(error).code
        span.end({ failed: true, attributes: { 'error.type': type } })
        throw error
      }
    },
  }
}
