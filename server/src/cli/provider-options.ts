import { modelKinds, regions } from '@tollgate/contract/enumerations';
import { quirkNames } from '@tollgate/contract/catalogue/quirks';
import { InvalidArgumentError } from 'commander';
import { UsageFault } from './fault.ts';
import { ratesOf, variantOf } from './price-options.ts';
import type { Session } from './session.ts';
import type { Row } from './table.ts';
import { amount, option, whole, wordOf, wordOption, type OptionSpec } from './verb.ts';

/** Splits at the first `=`; neither side may be empty. */
function sides(value: string, form: string): readonly [string, string] {
  const at = value.indexOf('=');
  if (at <= 0 || at === value.length - 1) throw new InvalidArgumentError(`It must be ${form}.`);
  return [value.slice(0, at), value.slice(at + 1)];
}

/** `model` or `model=name at the upstream`. */
function servedModel(value: string): Row {
  if (value !== '' && !value.includes('=')) return { model: value };
  const [model, upstreamModel] = sides(value, 'MODEL or MODEL=UPSTREAM-NAME');
  return { model, upstream_model: upstreamModel };
}

/** `model=input/output` or `model=input/cached/output`, in CNY per 1,000,000 tokens; `model=none` removes the cost. */
function costOf(value: string): Row {
  const form = 'MODEL=INPUT/OUTPUT, MODEL=INPUT/CACHED/OUTPUT or MODEL=none';
  const [model, prices] = sides(value, form);
  if (prices === 'none') return { model, cost: null };
  const amounts = prices.split('/').map(amount);
  const [input, cached] = amounts;
  if (amounts.length < 2 || amounts.length > 3) throw new InvalidArgumentError(`It must be ${form}.`);
  const cost = { input, output: amounts.at(-1), ...(amounts.length === 3 ? { cached_input: cached } : {}) };
  return { model, cost };
}

/** `model:` followed by the values of a price besides its four rates. */
function costPart(field: 'rates' | 'variants', read: (text: string) => Row): (value: string) => Row {
  return (value) => {
    const [model, text] = /^([^=]*):([^:=]+=.*)$/.exec(value)?.slice(1) ?? [];
    if (model === undefined || text === undefined || model === '')
      throw new InvalidArgumentError('It must be MODEL:NAME=VALUE,…');
    return { model, field, part: read(text) };
  };
}

function quirkOf(value: string): Row {
  const [name, answer] = sides(value, 'QUIRK=yes or QUIRK=no');
  return { [wordOf(...quirkNames)(name)]: wordOf('yes', 'no')(answer) === 'yes' };
}

const otherKinds = modelKinds.filter((kind) => kind !== 'chat');

/** `kind=dialect`. */
function dialectOf(value: string): Row {
  const [kind, dialect] = sides(value, 'KIND=DIALECT');
  return { [wordOf(...otherKinds)(kind)]: dialect };
}

/** `dialect=url`, `dialect=url,/path` or `dialect=/path`. */
function addressOf(value: string): Row {
  const form = 'DIALECT=ADDRESS, DIALECT=ADDRESS,/PATH or DIALECT=/PATH';
  const [dialect, place] = sides(value, form);
  const [first = '', second, ...more] = place.split(',');
  const isPath = first.startsWith('/');
  if (more.length > 0 || (second !== undefined && (isPath || !second.startsWith('/'))))
    throw new InvalidArgumentError(`It must be ${form}.`);
  const path = isPath ? first : second;
  return { [dialect]: { ...(isPath ? {} : { base_url: first }), ...(path === undefined ? {} : { path }) } };
}

const authForm = `bearer, none, header:NAME, header:NAME:PREFIX, query:NAME, aws-sigv4:SERVICE:REGION, google-service-account or jwt-hs256`;

/** The style and its parameters, separated by colons. */
function authOf(value: string): Row {
  const [style, first, second, ...more] = value.split(':');
  const names: Readonly<Record<string, readonly [string, string?]>> = {
    header: ['name', 'prefix'],
    query: ['name'],
    'aws-sigv4': ['service', 'region'],
  };
  const [one, other] = names[style ?? ''] ?? [];
  if (more.length > 0 || (first !== undefined) !== (one !== undefined) || (second !== undefined && other === undefined))
    throw new InvalidArgumentError(`It must be ${authForm}.`);
  return {
    style,
    ...(one === undefined ? {} : { [one]: first }),
    ...(other === undefined || second === undefined ? {} : { [other]: second }),
  };
}

const regionOf = wordOf(...regions);

/** `region=url`, optionally followed by commas and the variables of its keys. */
function routeOf(value: string): Row {
  const [region, place] = sides(value, 'REGION=ADDRESS or REGION=ADDRESS,VARIABLE');
  const [base_url, ...variables] = place.split(',');
  return { region: regionOf(region), base_url, ...(variables.length === 0 ? {} : { variables }) };
}

const repeated = (spec: OptionSpec): OptionSpec => ({ ...spec, repeated: true });

/** Common options for adding and changing a provider. */
export const providerOptions: readonly OptionSpec[] = [
  option('--base-url <url>', 'base URL, without /chat/completions, /embeddings or /rerank', 'base_url'),
  option(
    '--api-key-env <name>',
    'environment variable with the provider key, which keeps it out of process lists',
    'api_key_env',
  ),
  wordOption('--region <region>', 'region', regions, ' (default: domestic)'),
  option('--auth <style>', `how to send the key, with --base-url: ${authForm} (default: bearer)`, 'auth', authOf),
  repeated(
    option(
      '--address <address>',
      'other address of a protocol, with --base-url: DIALECT=ADDRESS, DIALECT=ADDRESS,/PATH or DIALECT=/PATH; repeatable',
      'addresses',
      addressOf,
    ),
  ),
  repeated(
    option(
      '--route <route>',
      'replaces the five options above: REGION=ADDRESS,VARIABLE; repeatable. Without VARIABLE the route keeps its keys; several variables, separated by commas, are used in turn',
      'routes',
      routeOf,
    ),
  ),
  repeated(
    option(
      '--cost <cost>',
      'cost of a model at the provider, MODEL=INPUT/OUTPUT or MODEL=INPUT/CACHED/OUTPUT; repeatable',
      'costs',
      costOf,
    ),
  ),
  repeated(
    option(
      '--cost-rates <rates>',
      'additional cost rates, MODEL:cache_write=2.5,input_audio=40; repeatable',
      'cost_rates',
      costPart('rates', ratesOf),
    ),
  ),
  repeated(
    option(
      '--cost-variant <list>',
      'cost rates under conditions, MODEL:min_input_tokens=272000,input=4; repeatable, the last match wins',
      'cost_variants',
      costPart('variants', variantOf),
    ),
  ),
  repeated(
    option(
      '--chat-dialect <dialect>',
      'protocol of its chat models, preferred one first; repeatable (default: chat-completions)',
      'chat_dialects',
    ),
  ),
  repeated(
    option(
      '--dialect-of <dialect>',
      'protocol of models of other kinds, KIND=DIALECT such as embedding=embeddings; repeatable',
      'dialects',
      dialectOf,
    ),
  ),
  repeated(
    option(
      '--media-host <host>',
      'host from which images and songs in its responses are fetched, HOST or .DOMAIN; repeatable, "none" for none',
      'media_hosts',
    ),
  ),
  repeated(option('--quirk <quirk>', `QUIRK=yes or QUIRK=no, of ${quirkNames.join(', ')}; repeatable`, 'quirks', quirkOf)),
  option('--priority <n>', 'priority, lower is first (default: 100)', 'priority', whole),
  option('--weight <n>', 'share among providers of the same priority (default: 1)', 'weight', whole),
];

/** Models of a new provider. */
export const modelOption = repeated(
  option('--model <model>', 'model it serves, MODEL or MODEL=UPSTREAM-NAME; repeatable', 'models', servedModel),
);

/** Changes to the models of a provider. Other models stay, unless the options replace all of them. */
export const modelChanges: readonly OptionSpec[] = [
  repeated(
    option('--add-model <model>', 'model to add or rename, MODEL or MODEL=UPSTREAM-NAME; repeatable', 'added', servedModel),
  ),
  repeated(option('--remove-model <model>', 'model to remove; repeatable', 'removed')),
  repeated(option('--only-model <model>', 'replaces all served models; repeatable', 'models', servedModel)),
];

/** @throws {UsageFault} if the variable is not set. */
export function keyIn(session: Session, variable: unknown): string {
  const key = typeof variable === 'string' ? session.env[variable] : undefined;
  if (key === undefined || key === '') throw new UsageFault(`The variable ${String(variable)} is not set in this shell.`);
  return key;
}

function readRoute(session: Session, { variables, ...route }: Row): object {
  if (!Array.isArray(variables)) return route;
  const [api_key, ...others] = variables.map((variable) => keyIn(session, variable));
  return others.length === 0 ? { ...route, api_key } : { ...route, keys: [api_key, ...others].map((key) => ({ api_key: key })) };
}

export function rowsOf(value: unknown): readonly Row[] {
  return Array.isArray(value) ? (value as Row[]) : [];
}

/** Options that describe one route in addition to its URL. */
const ofOneRoute = ['base_url', 'api_key_env', 'region', 'auth', 'addresses'];

function oneRoute(session: Session, { base_url, api_key_env, region = 'domestic', auth, addresses }: Row): object {
  if (base_url === undefined) throw new UsageFault('--api-key-env, --region, --auth and --address need --base-url.');
  return {
    region,
    base_url,
    api_key: api_key_env === undefined ? null : keyIn(session, api_key_env),
    ...(auth === undefined ? {} : { auth }),
    ...(addresses === undefined ? {} : { addresses: Object.assign({}, ...rowsOf(addresses)) as object }),
  };
}

/** The routes that the options describe; `null` if they describe none. */
function routesOf(session: Session, fields: Row): readonly object[] | null {
  const { routes } = fields;
  const isOne = ofOneRoute.some((name) => fields[name] !== undefined);
  if (routes !== undefined && isOne) throw new UsageFault('Use either --route or --base-url, not both.');
  if (routes !== undefined) return rowsOf(routes).map((route) => readRoute(session, route));
  return isOne ? [oneRoute(session, fields)] : null;
}

/**
 * The models after the changes.
 * @throws {UsageFault} for a model that does not exist.
 */
function modelsOf({ models, added, removed, costs, ...parts }: Row, before: readonly Row[]): readonly Row[] {
  const after = new Map((models === undefined ? before : rowsOf(models)).map((row) => [row.model, row]));
  const need = (model: unknown): Row => {
    const row = after.get(model);
    if (row === undefined)
      throw new UsageFault(`The provider does not serve ${String(model)}. Run "providers show" to see its models.`);
    return row;
  };
  for (const model of Array.isArray(removed) ? (removed as unknown[]) : []) after.delete(need(model).model);
  for (const row of rowsOf(added)) after.set(row.model, { ...after.get(row.model), ...row });
  for (const { model, cost } of rowsOf(costs)) after.set(model, { ...need(model), cost });
  for (const { model, field, part } of [...rowsOf(parts.cost_rates), ...rowsOf(parts.cost_variants)]) {
    const { cost, ...row } = need(model);
    if (cost === undefined || cost === null) throw new UsageFault(`${String(model)} has no cost. Set it with --cost first.`);
    const { variants = [], ...others } = cost as Row;
    const changed =
      field === 'rates' ? { ...others, variants, rates: part } : { ...others, variants: [...rowsOf(variants), part] };
    after.set(model, { ...row, cost: changed });
  }
  return [...after.values()];
}

/** Options that change some of the models and keep the others. */
const ofOthers = ['added', 'removed', 'costs', 'cost_rates', 'cost_variants'];

const own = ['name', 'dialect', 'chat_dialects', 'priority', 'weight', 'enabled'];

/**
 * The options as a request to the admin API.
 * @param before returns the models it serves so far; called only if the options change them.
 */
export async function providerBody(session: Session, fields: Row, before: () => Promise<readonly Row[]>): Promise<object> {
  const body: Record<string, unknown> = Object.fromEntries(Object.entries(fields).filter(([name]) => own.includes(name)));
  const routes = routesOf(session, fields);
  if (routes !== null) body.routes = routes;
  const { models } = fields;
  const changesOthers = models === undefined && ofOthers.some((name) => fields[name] !== undefined);
  if (changesOthers || models !== undefined) body.models = modelsOf(fields, changesOthers ? await before() : []);
  if (fields.dialects !== undefined) body.dialects = Object.assign({}, ...rowsOf(fields.dialects)) as object;
  if (Array.isArray(fields.media_hosts)) body.media_hosts = (fields.media_hosts as unknown[]).filter((host) => host !== 'none');
  if (fields.quirks !== undefined) body.quirks = Object.assign({}, ...rowsOf(fields.quirks)) as object;
  return body;
}
