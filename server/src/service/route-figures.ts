import { isInMaintenance } from '../domain/catalog/maintenance.ts';
import type { Provider } from '../domain/catalog/model.ts';
import type { RouteFigures } from '../operations/route-metrics.ts';
import type { Routing } from '../upstream/routing/routing.ts';

/** The state of each route, for metrics. */
export function routeFigures(providers: readonly Provider[], routing: Routing): readonly RouteFigures[] {
  return providers.flatMap((provider) =>
    provider.routes.map((route) => ({
      provider: provider.name,
      region: route.region,
      route: route.id,
      isInMaintenance: isInMaintenance(provider, route),
      report: routing.report(route),
    })),
  );
}
