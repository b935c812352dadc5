import type { Gateway } from '../core/gateway.ts'
import { type HttpClientContext, openHttpClient } from '../http-client/http-client.ts'
import { Breaker } from './breaker.ts'
import { openGateway } from './gateway.ts'
import { GatewayMemory } from './gateway-memory.ts'
import type { GatewaySetting } from './gateway-setting.ts'

/** The models of the configured gateway, for whoever has a key; what is learnt of it serves all. */
export function configuredGateways(
  url: string,
  context: HttpClientContext,
): (setting: Omit<GatewaySetting, 'url'>) => Gateway {
  const shared = {
    ...context,
    httpClient: openHttpClient([url], context),
    breaker: new Breaker(context.now),
    memory: new GatewayMemory(),
  }
  return (setting) => openGateway({ ...setting, url }, shared)
}
