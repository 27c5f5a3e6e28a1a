import { UsageFault } from './fault.ts';
import { findProvider } from './find-provider.ts';
import { rowsOf } from './provider-options.ts';
import { pathTo } from './request.ts';
import type { Session } from './session.ts';
import type { Column, Row } from './table.ts';
import { option, readArgument, yesOrNo, type Verb } from './verb.ts';

const columns: readonly Column[] = [
  { heading: 'ROUTE', field: 'id' },
  { heading: 'REGION', field: 'region' },
  { heading: 'ADDRESS', field: 'base_url' },
  { heading: 'MAINTENANCE', field: 'maintenance' },
  { heading: 'STATE', field: 'health.state' },
  { heading: 'BACK', field: 'health.back_at' },
  { heading: 'LAST FAULT', field: 'health.last_fault' },
];

/**
 * The route with the given ID, or the only one.
 * @throws {UsageFault}
 */
export function routeFor(provider: Row, id: unknown): Row {
  const routes = rowsOf(provider.routes);
  const found = id === undefined && routes.length === 1 ? routes[0] : routes.find((route) => route.id === id);
  if (found !== undefined) return found;
  const known = routes.map((route) => `${String(route.id)} (${String(route.region)}, ${String(route.base_url)})`).join('; ');
  throw new UsageFault(`The provider has several routes. Choose one with --route: ${known}.`);
}

/** Changes fields of routes. Routes that `changesOf` leaves out stay unchanged. */
export function changeRoutes(session: Session, provider: Row, changesOf: (route: Row) => object): Promise<Row> {
  const routes = rowsOf(provider.routes).map((route) => ({
    region: route.region,
    base_url: route.base_url,
    ...changesOf(route),
  }));
  return session.change('PATCH', pathTo('providers', String(provider.id)), { routes });
}

/** Commands on single routes of a provider. */
export const routeVerbs: readonly Verb[] = [
  {
    usage: 'routes <provider>',
    about: 'list the routes of a provider and their health at the responding node',
    async run(session, { args: [name] }) {
      await session.showRows(rowsOf((await findProvider(session, name)).routes), columns);
    },
  },
  {
    usage: 'maintenance <provider> <yes|no>',
    about: 'stop new calls to a provider, or to one of its routes, or resume them; running calls continue',
    options: [option('--route <id>', 'only this route', 'route')],
    async run(session, { args: [name, state = ''], fields: { route } }) {
      const maintenance = readArgument('yes|no', state, yesOrNo);
      const provider = await findProvider(session, name);
      const only = route === undefined ? null : routeFor(provider, route);
      const changed =
        only === null
          ? await session.change('PATCH', pathTo('providers', String(provider.id)), { maintenance })
          : await changeRoutes(session, provider, ({ id }) => (id === only.id ? { maintenance } : {}));
      await session.showRows(
        rowsOf(changed.routes).map((each) => ({ ...each, maintenance: changed.maintenance === true || each.maintenance })),
        columns,
      );
    },
  },
];
