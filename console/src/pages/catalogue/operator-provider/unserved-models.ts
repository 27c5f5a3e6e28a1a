import type { Provider } from '../../../api/providers.ts';

type Supply = Pick<Provider, 'id' | 'enabled' | 'maintenance' | 'account_id'> & {
  readonly models: readonly Pick<Provider['models'][number], 'model'>[];
  readonly routes: readonly Pick<Provider['routes'][number], 'id' | 'maintenance'>[];
};

function takesCalls({ enabled, maintenance, routes }: Supply): boolean {
  return enabled && !maintenance && routes.some((route) => !route.maintenance);
}

/**
 * Models that nobody serves while an upstream, or one of its routes, is in maintenance.
 * @param routeId `null`: all its routes.
 */
export function unservedModels(upstreams: readonly Supply[], upstream: Supply, routeId: string | null): readonly string[] {
  const rest = { ...upstream, routes: upstream.routes.filter(({ id }) => routeId !== null && id !== routeId) };
  const serving = [rest, ...upstreams.filter(({ id }) => id !== upstream.id)].filter(
    (one) => takesCalls(one) && (one.account_id === null || one.account_id === upstream.account_id),
  );
  const served = new Set(serving.flatMap(({ models }) => models.map(({ model }) => model)));
  return upstream.models.map(({ model }) => model).filter((model) => !served.has(model));
}
