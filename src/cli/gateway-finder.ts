import type { Gateway } from '../core/gateway.ts'
import type { CliContext } from './cli-context.ts'

/** Makes what finds a language model for strangers: by their own key, or else by the operator's. */
export async function gatewayFinder({
  config,
  openGateways,
}: CliContext): Promise<(key: string | null, model: string | null) => Gateway | null> {
  const gateways = await openGateways()
  const own = config.gatewayKey === null ? null : { key: config.gatewayKey, owner: 'operator' as const }
  return (key, model) => gateways(key === null ? own : { key, owner: 'caller' }, model)
}
