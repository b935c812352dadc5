import type { Gateway } from '../core/gateway.ts'
import { type HttpClientContext, openHttpClient } from '../http-client/http-client.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import { type GatewayContext, openGateway } from './gateway.ts'
import { GatewayCache } from './gateway-cache.ts'
import type { GatewaySetting } from './gateway-setting.ts'

/** Opens the configured gateway for any key and model; all of them share one breaker and cache. */
export function configuredGateways(
  url: string,
  context: HttpClientContext & Pick<GatewayContext, 'log'>,
): (setting: Omit<GatewaySetting, 'url'>) => Gateway {
  const shared = {
    ...context,
    httpClient: openHttpClient([url], context),
    breaker: new CircuitBreaker(context.now),
    cache: new GatewayCache(),
  }
  return (setting) => openGateway({ ...setting, url }, shared)
}
