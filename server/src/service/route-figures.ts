import type { Provider } from '../domain/catalog/model.ts';
import type { RouteFigures } from '../operations/route-metrics.ts';
import type { Routing } from '../upstream/routing.ts';

/** The state of each route, for metrics. */
export function routeFigures(providers: readonly Provider[], routing: Routing): readonly RouteFigures[] {
  return providers.flatMap(({ name, routes }) =>
    routes.map((route) => ({ provider: name, region: route.region, route: route.id, report: routing.report(route) })),
  );
}
