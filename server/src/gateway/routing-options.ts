import type { Provider } from '../domain/catalog/model.ts';
import { cost } from '../domain/catalog/price.ts';
import { staysInCountry } from '../domain/tenants/stays-in-country.ts';
import type { RoutingOptions } from '../upstream/routing/rehearsal.ts';
import { affinityOf } from './call-affinity.ts';
import type { AdmittedCall } from './call.ts';
import type { GatewayContext } from './gateway-context.ts';

/** What a call requires of its route: the region, and what decides between equal routes. */
export function routingOptions(
  { region, routeBalance, protocols }: Pick<GatewayContext, 'protocols' | 'region' | 'routeBalance'>,
  call: AdmittedCall,
): RoutingOptions {
  const { key } = call.entry;
  const options = {
    region,
    domesticOnly: staysInCountry(call.entry),
    affinity: affinityOf(call),
    balance: key.routing ?? routeBalance,
    preferredRoute: key.preferredRoute,
    isForeign: (provider: Provider) => protocols.isForeign(call.endpoint, provider),
  };
  if (options.balance !== 'cheapest') return options;
  const { expected } = call.estimate;
  return { ...options, costOf: (price) => cost(price, expected) };
}
