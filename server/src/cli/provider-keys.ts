import { CommandFault, UsageFault } from './fault.ts';
import { findProvider } from './find-provider.ts';
import { keyIn, rowsOf } from './provider-options.ts';
import { changeRoutes, routeFor } from './provider-routes.ts';
import type { Session } from './session.ts';
import type { Column, Row } from './table.ts';
import { option, whole, wholeOrNone, yesOrNo, type OptionSpec, type Verb } from './verb.ts';

const columns: readonly Column[] = [
  { heading: 'ROUTE', field: 'route' },
  { heading: 'REGION', field: 'region' },
  { heading: 'KEY', field: 'id' },
  { heading: 'ENDS', field: 'api_key_last4' },
  { heading: 'WEIGHT', field: 'weight', align: 'right' },
  { heading: 'PER MINUTE', field: 'limits.requests_per_minute', align: 'right' },
  { heading: 'TOKENS', field: 'limits.tokens_per_minute', align: 'right' },
  { heading: 'AT ONCE', field: 'limits.concurrency', align: 'right' },
  { heading: 'ENABLED', field: 'enabled' },
  { heading: 'STATE', field: 'health.state' },
  { heading: 'BACK', field: 'health.back_at' },
  { heading: 'LAST FAULT', field: 'health.last_fault' },
];

const settings: readonly OptionSpec[] = [
  option('--api-key-env <name>', 'environment variable with the provider key', 'api_key_env'),
  option('--weight <n>', 'share among the keys of the route (default: 1); 0 for backup only', 'weight', whole),
  option('--rpm <n>', 'requests per minute the provider allows; none for no limit', 'limits.requests_per_minute', wholeOrNone),
  option('--tpm <n>', 'tokens per minute the provider allows; none for no limit', 'limits.tokens_per_minute', wholeOrNone),
  option('--concurrency <n>', 'concurrent requests the provider allows; none for no limit', 'limits.concurrency', wholeOrNone),
  option('--enabled <yes|no>', 'whether the key is used', 'enabled', yesOrNo),
];

function keyBody(session: Session, { api_key_env, ...settled }: Row): Row {
  return api_key_env === undefined ? settled : { ...settled, api_key: keyIn(session, api_key_env) };
}

type Keys = (keys: readonly Row[], route: Row) => readonly Row[];

/** Changes the keys of the routes. For routes that keep their keys, `keysOf` returns `null`. */
async function change(session: Session, provider: Row, keysOf: Keys): Promise<void> {
  const changed = await changeRoutes(session, provider, (route) => {
    const before = rowsOf(route.keys);
    const after = keysOf(before, route);
    return after === before ? {} : { keys: after };
  });
  await session.showRows(rowsIn(changed), columns);
}

function rowsIn(provider: Row): readonly Row[] {
  return rowsOf(provider.routes).flatMap((route) =>
    rowsOf(route.keys).map((key) => ({ ...key, route: route.id, region: route.region })),
  );
}

function mustHave(provider: Row, key: string | undefined): void {
  if (!rowsIn(provider).some(({ id }) => id === key))
    throw new CommandFault(`The provider has no key "${key ?? ''}". Run "providers keys" to see all keys.`);
}

const only = ({ id }: Row): Row => ({ id });

/** Commands on single keys of a provider's routes. */
export const keyVerbs: readonly Verb[] = [
  {
    usage: 'keys <provider>',
    about: 'list the keys of a provider and their health at the responding node',
    async run(session, { args: [name] }) {
      await session.showRows(rowsIn(await findProvider(session, name)), columns);
    },
  },
  {
    usage: 'add-key <provider>',
    about: 'add a key to a route; the keys of a route share its calls',
    options: [option('--route <id>', 'route; required if there are several', 'route'), ...settings],
    async run(session, { args: [name], fields: { route, ...fields } }) {
      if (fields.api_key_env === undefined)
        throw new UsageFault('--api-key-env is required: enter the variable that holds the key.');
      const provider = await findProvider(session, name);
      const its = routeFor(provider, route);
      const added = keyBody(session, fields);
      await change(session, provider, (keys, at) =>
        at.id === its.id ? [...keys.filter((key) => key.has_api_key === true).map(only), added] : keys,
      );
    },
  },
  {
    usage: 'set-key <provider> <key>',
    about: 'change a key; omitted options stay as they are',
    options: settings,
    async run(session, { args: [name, id], fields }) {
      const provider = await findProvider(session, name);
      mustHave(provider, id);
      const own = keyBody(session, fields);
      await change(session, provider, (keys) =>
        keys.some((key) => key.id === id) ? keys.map((key) => (key.id === id ? { id, ...own } : only(key))) : keys,
      );
    },
  },
  {
    usage: 'delete-key <provider> <key>',
    about: 'delete a key; replace the last key of a route with "providers update"',
    async run(session, { args: [name, id] }) {
      const provider = await findProvider(session, name);
      mustHave(provider, id);
      await change(session, provider, (keys) =>
        keys.some((key) => key.id === id) ? keys.filter((key) => key.id !== id).map(only) : keys,
      );
    },
  },
];
