import type { Gateway } from '../core/gateway.ts'
import type { GenerateRequest } from '../core/request.ts'
import type { CliContext } from './cli-context.ts'

/** Opens the gateway with the key from the environment; null if there is no key or the request does not use AI. */
export async function openOwnGateway(
  { writer, model }: Pick<GenerateRequest, 'writer' | 'model'>,
  context: CliContext,
): Promise<Gateway | null> {
  const key = context.environment.commandLineModelKey
  if (key === null || writer === 'rules') return null
  return (await context.openGateways())({ key, owner: 'caller' }, model)
}

/** Returns a function that opens the gateway with a client's own key or, without one, with the operator's key. */
export async function openCallerGateways({
  environment,
  openGateways,
}: CliContext): Promise<(key: string | null, model: string | null) => Gateway | null> {
  const gateways = await openGateways()
  const operatorKey =
    environment.gatewayKey === null ? null : { key: environment.gatewayKey, owner: 'operator' as const }
  return (key, model) => gateways(key === null ? operatorKey : { key, owner: 'caller' }, model)
}
