import type { Gateway } from '../core/gateway.ts'
import type { CliContext } from './cli-context.ts'

/** Makes what finds a language model for strangers: by their own key, or else by the operator's. */
export async function gatewayFinder({
  environment,
  openGateways,
}: CliContext): Promise<(key: string | null, model: string | null) => Gateway | null> {
  const gateways = await openGateways()
  const own =
    environment.gatewayKey === null ? null : { key: environment.gatewayKey, owner: 'operator' as const }
  return (key, model) => gateways(key === null ? own : { key, owner: 'caller' }, model)
}
