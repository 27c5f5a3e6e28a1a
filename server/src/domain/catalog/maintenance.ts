import type { Provider, Route } from './model.ts';

/** Whether the route, or its whole provider, gets no new calls. */
export function isInMaintenance(provider: Pick<Provider, 'maintenance'>, route: Pick<Route, 'maintenance'>): boolean {
  return provider.maintenance === true || route.maintenance === true;
}

/** The maintenance flag as a field of a route or provider. */
export function maintenanceOf(isOn: boolean | undefined): Pick<Route, 'maintenance'> {
  return isOn === true ? { maintenance: true } : {};
}
