import { attemptFault } from '@tollgate/contract/calls/attempt-faults';
import type { ProviderAnswer } from '@tollgate/contract/catalogue/providers';
import { providerRevision, providerSettings, routeSettings } from './provider-settings.ts';
import { showTime, showTimeOrNull } from '../../../control/show-time.ts';
import type { Provider, Route } from '../../../domain/catalog/model.ts';
import type { HealthReport, RouteReport } from '../../../domain/catalog/route-report.ts';
import type { AdminDeps } from '../../../admin-api/admin-deps.ts';

function healthView({ standing, sinceMs, backAtMs, lastFault, lastFaultAtMs, attempts, failures, lastUsedAtMs }: HealthReport) {
  return {
    state: standing,
    since: showTime(sinceMs),
    back_at: showTimeOrNull(backAtMs),
    attempts,
    failures: [...failures.values()].reduce((sum, count) => sum + count, 0),
    last_used_at: showTimeOrNull(lastUsedAtMs),
    last_fault: lastFault,
    last_fault_code: lastFault === null ? null : attemptFault(lastFault),
    last_fault_at: showTimeOrNull(lastFaultAtMs),
  };
}

function routeView(report: RouteReport, route: Route) {
  const settings = routeSettings(route);
  const keys = settings.keys.map((key) => {
    const own = report.keys.get(key.id);
    return { ...key, health: own === undefined ? null : { ...healthView(own), is_full: own.isFull } };
  });
  const { answered, failed } = report.minutes;
  return { ...settings, keys, health: { ...healthView(report), minutes: { answered: [...answered], failed: [...failed] } } };
}

/** A provider as the API shows it: its settings, and the state of its routes and keys in this process. */
export function providerView(deps: Pick<AdminDeps, 'routeReport'>, provider: Provider): ProviderAnswer {
  return {
    ...providerSettings(provider),
    revision: providerRevision(provider),
    built_in: provider.isBuiltIn ?? false,
    routes: provider.routes.map((route) => routeView(deps.routeReport(route), route)),
  };
}
