import type { ProviderAnswer } from '@tollgate/contract/admin/providers';
import { providerSettings, routeSettings } from '../control/provider-settings.ts';
import { showTime, showTimeOrNull } from '../control/tenant-settings.ts';
import type { Provider, Route } from '../domain/catalog/model.ts';
import type { AdminDeps } from './admin-deps.ts';

function healthView(deps: Pick<AdminDeps, 'routeReport'>, route: Route) {
  const { standing, sinceMs, backAtMs, lastFault, lastFaultAtMs, attempts, failures } = deps.routeReport(route);
  return {
    state: standing,
    since: showTime(sinceMs),
    back_at: showTimeOrNull(backAtMs),
    attempts,
    failures: [...failures.values()].reduce((sum, count) => sum + count, 0),
    last_fault: lastFault,
    last_fault_at: showTimeOrNull(lastFaultAtMs),
  };
}

/** A provider as the interface shows it: its settings, and how each route fares as this process saw it. */
export function providerView(deps: Pick<AdminDeps, 'routeReport'>, provider: Provider): ProviderAnswer {
  const routes = provider.routes.map((route) => ({ ...routeSettings(route), health: healthView(deps, route) }));
  return { ...providerSettings(provider), routes };
}
