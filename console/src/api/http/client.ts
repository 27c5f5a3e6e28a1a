import { fillPath, type InputOf, type OutputOf, type Route, type RoutePath, type Routes } from '@tollgate/contract/route';
import { send } from './send.ts';

type Part<Name extends string, Sent> = unknown extends Sent
  ? object
  : object extends Sent
    ? Readonly<Partial<Record<Name, Sent>>>
    : undefined extends Sent
      ? Readonly<Partial<Record<Name, Sent>>>
      : Readonly<Record<Name, Sent>>;

/** The input of a route. */
type Asked<R extends Route> = Part<'params', InputOf<R['params']>> &
  Part<'query', InputOf<R['query']>> &
  Part<'body', InputOf<R['body']>> & { readonly headers?: Readonly<Record<string, string>>; readonly signal?: AbortSignal };

/** One function per route. Throws an ApiError unless the response is successful. */
export type Client<Table extends Routes> = {
  readonly [Name in keyof Table]: (
    ...asked: object extends Asked<Table[Name]> ? [asked?: Asked<Table[Name]>] : [asked: Asked<Table[Name]>]
  ) => Promise<OutputOf<Table[Name]['answer']>>;
};

/** Optional fields must be omitted, not undefined. */
type Exact<Fields> = { [Name in keyof Fields]: Exclude<Fields[Name], undefined> };

/** The body of a client function. */
export type BodyOf<Ask extends (...asked: never[]) => unknown> =
  NonNullable<Parameters<Ask>[0]> extends { readonly body?: infer Body } ? Exact<NonNullable<Body>> : never;

/** The query of a client function. */
export type QueryOf<Ask extends (...asked: never[]) => unknown> =
  NonNullable<Parameters<Ask>[0]> extends { readonly query?: infer Query } ? Exact<NonNullable<Query>> : never;

type Params = Readonly<Record<string, string | number>>;
type Query = Readonly<Record<string, unknown>>;

/** The names of the parameters in a path. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The address of a route on this host, for links to files and streams. */
export function urlOf<Path extends RoutePath>(
  route: Path,
  params: Readonly<Record<NamesIn<Path['path']>, string>>,
  query?: Query,
): string {
  return addressOf(route.path, params, query);
}

function addressOf(path: string, params: Params = {}, query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return fillPath(path, params) + (search === '' ? '' : `?${search}`);
}

/** Creates a client for the routes of a contract table. Schemas are used only as types and are not loaded. */
export function clientOf<Table extends Routes>(paths: { readonly [Name in keyof Table]: RoutePath }): Client<Table> {
  const asking = Object.entries<RoutePath>(paths).map(([name, path]) => {
    const ask = ({ params, query, ...others }: { readonly params?: Params; readonly query?: Query } = {}) =>
      send(addressOf(path.path, params, query), { method: path.method, ...others });
    return [name, ask];
  });
  return Object.fromEntries(asking) as Client<Table>;
}
