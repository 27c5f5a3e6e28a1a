import { InvalidArgumentError } from 'commander';
import { CommandFault, UsageFault } from '../fault.ts';
import { limitOption, pathTo, rowsMax } from '../request.ts';
import type { Session } from '../session.ts';
import type { Column, Row } from '../table.ts';
import { option, text, whole, wordOf, yesOrNo, type Noun } from '../verb.ts';

const columns: readonly Column[] = [
  { heading: 'ID', field: 'id' },
  { heading: 'NAME', field: 'name' },
  { heading: 'DIALECT', field: 'dialect' },
  { heading: 'PRIORITY', field: 'priority', align: 'right' },
  { heading: 'ENABLED', field: 'enabled' },
];

/** `model` or `model=name at the upstream`. */
function servedModel(value: string): object {
  const at = value.indexOf('=');
  if (at === 0 || value === '' || at === value.length - 1)
    throw new InvalidArgumentError('It must be MODEL or MODEL=UPSTREAM-NAME.');
  return at < 0 ? { model: value } : { model: value.slice(0, at), upstream_model: value.slice(at + 1) };
}

const settings = [
  option('--base-url <url>', 'everything before /chat/completions', 'base_url'),
  option(
    '--api-key-env <name>',
    'variable of this shell that holds the upstream key, so that it is in no process list',
    'api_key_env',
  ),
  option('--region <region>', 'domestic or overseas (domestic)', 'region', wordOf('domestic', 'overseas')),
  {
    ...option('--model <model>', 'a model it serves, MODEL or MODEL=UPSTREAM-NAME; repeat it', 'models', servedModel),
    repeated: true,
  },
  option('--priority <n>', 'lower goes first (100)', 'priority', whole),
  option('--weight <n>', 'share among equals (1)', 'weight', whole),
];

const routeFields = ['base_url', 'api_key_env', 'region'];

/** The one route the options describe, or nothing. */
function routeOf(session: Session, { base_url, api_key_env, region }: Row): { routes?: readonly object[] } {
  if (base_url === undefined && api_key_env === undefined && region === undefined) return {};
  if (base_url === undefined) throw new UsageFault('--api-key-env and --region describe a route: give its --base-url too.');
  const variable = typeof api_key_env === 'string' ? api_key_env : null;
  const key = variable === null ? null : session.env[variable];
  if (key === undefined || key === '') throw new UsageFault(`The variable ${variable ?? ''} is not set in this shell.`);
  return { routes: [{ region: region ?? 'domestic', base_url, api_key: key }] };
}

function bodyOf(session: Session, fields: Row): object {
  const own = Object.entries(fields).filter(([name]) => !routeFields.includes(name));
  return { ...Object.fromEntries(own), ...routeOf(session, fields) };
}

/** The provider of this name or id. @throws {CommandFault} when there is none. */
async function findProvider(session: Session, name: string | undefined): Promise<Row> {
  const all = await session.rows(pathTo('providers'), {}, Infinity);
  const found = all.find((row) => row.id === name) ?? all.find((row) => row.name === name);
  if (found === undefined) throw new CommandFault(`There is no provider "${name ?? ''}"; "providers list" shows them.`);
  return found;
}

async function pathOf(session: Session, name = ''): Promise<string> {
  const id = name.startsWith('prv_') ? name : String((await findProvider(session, name)).id);
  return pathTo('providers', id);
}

export const providers: Noun = {
  name: 'providers',
  about: 'upstreams: addresses, keys, the models they serve',
  verbs: [
    {
      usage: 'list',
      about: 'all upstreams, best priority first',
      options: [limitOption],
      async run(session, { fields }) {
        session.showRows(await session.rows(pathTo('providers'), {}, rowsMax(fields)), columns);
      },
    },
    {
      usage: 'show <provider>',
      about: 'its routes and the models it serves; by name or id, as in all that follow',
      async run(session, { args: [name] }) {
        session.showRecord(await findProvider(session, name));
      },
    },
    {
      usage: 'add <name>',
      about: 'add an upstream with one route',
      options: [...settings, option('--dialect <dialect>', 'protocol it speaks (chat-completions)', 'dialect', text)],
      async run(session, { args: [name], fields }) {
        if (fields.base_url === undefined) throw new UsageFault('Say where it is with --base-url.');
        const body = { name, dialect: 'chat-completions', models: [], ...bodyOf(session, fields) };
        session.showRecord(await session.record('POST', pathTo('providers'), body));
      },
    },
    {
      usage: 'update <provider>',
      about: 'change an upstream; a route or models given replace those it has',
      options: [
        ...settings,
        option('--name <name>', 'new name', 'name'),
        option('--enabled <yes|no>', 'send calls to it', 'enabled', yesOrNo),
      ],
      async run(session, { args: [name], fields }) {
        const changes = bodyOf(session, fields);
        session.showRecord(await session.change('PATCH', await pathOf(session, name), changes));
      },
    },
    {
      usage: 'delete <provider>',
      about: 'stop calling it and forget its key',
      async run(session, { args: [name] }) {
        session.showDone('Deleted.', await session.record('DELETE', await pathOf(session, name)));
      },
    },
  ],
};
