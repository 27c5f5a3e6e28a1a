import type { Provider, Route } from './model.ts';

/** Whether the route, or its provider as a whole, gets no new calls. */
export function isInMaintenance(provider: Pick<Provider, 'maintenance'>, route: Pick<Route, 'maintenance'>): boolean {
  return provider.maintenance === true || route.maintenance === true;
}

/** As a part of a route or provider. */
export function maintenanceOf(isOn: boolean | undefined): Pick<Route, 'maintenance'> {
  return isOn === true ? { maintenance: true } : {};
}
