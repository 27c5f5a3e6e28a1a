import type { Catalog } from '../domain/catalog/catalog.ts';
import type { KeyedRoute, Provider } from '../domain/catalog/model.ts';
import type { Candidate } from '../upstream/routing/candidate.ts';

/** The route of a task, and the task's ID there. */
export interface TaskRoute {
  readonly provider: Provider;
  readonly called: KeyedRoute;
  readonly upstreamModel: string;
}

/** How the row of a task identifies its place: by route and key, because another key may belong to another account at the upstream. */
export function routeIdOf({ route, key }: Candidate): string {
  return `${route.id}/${key.id}`;
}

/** `null` if the route was removed meanwhile. */
export function findTaskRoute(catalog: Catalog, routeId: string | null, model: string): TaskRoute | null {
  const [id, keyId] = routeId?.split('/') ?? [];
  for (const provider of catalog.current.providers) {
    const found = provider.routes.find((route) => route.id === id);
    const key = found?.keys.find((known) => known.id === keyId);
    if (found === undefined || key === undefined) continue;
    const { keys: _, ...route } = found;
    const upstreamModel = provider.models.find((offer) => offer.model === model)?.upstreamModel ?? model;
    return { provider, called: { ...route, apiKey: key.apiKey }, upstreamModel };
  }
  return null;
}
