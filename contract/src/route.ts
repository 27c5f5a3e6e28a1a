import type { z } from 'zod';
import type { $ZodType } from 'zod/v4/core';
import type { AccountRight, OperatorRole } from './people/rights.ts';
import type { RefusalReason } from './refusals/all-refusals.ts';

/** Path and allowed callers of a route. It refers to no schema, so that the browser does not load any. */
export interface RoutePath {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path from the root of the host. Parameters are `:name`; `*` matches the rest of the path. */
  readonly path: string;
  /** The content if it is not JSON: a file to download, a file to upload, or server-sent events. */
  readonly kind?: 'file' | 'upload' | 'events';
  /** Console: everyone, every signed-in user, or members of the account with this right. */
  readonly who?: 'everybody' | 'signed-in' | AccountRight;
  /** Console: refused to operators who are viewing an account. */
  readonly isForMembersOnly?: boolean;
  /** Admin API: roles that can call it, if they differ from the default of its method. */
  readonly operators?: readonly OperatorRole[];
  /** Admin API: allowed for an operator who is viewing an account, although it changes something. */
  readonly mayWhileImpersonating?: boolean;
  /** Admin API: the response names the nodes that do not have the change yet. */
  readonly changesCatalogue?: boolean;
}

export type RoutePaths = Readonly<Record<string, RoutePath>>;

/** Input and output of a route, and its description in the reference. */
export interface RouteDescription {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  /** Not listed in the reference. */
  readonly hide?: boolean;
  readonly params?: $ZodType;
  readonly query?: $ZodType;
  readonly body?: $ZodType;
  /** The body of the response; absent for a file or a stream. */
  readonly answer?: $ZodType;
  /** Status of the response; 200 by default. */
  readonly status?: 201;
  /** Refusals of this route, in addition to `refusalsOfEveryRoute`. */
  readonly refusals?: readonly RefusalReason[];
}

/** The input of a schema; `unknown` if there is none. */
export type InputOf<Schema> = Schema extends $ZodType ? z.input<Schema> : unknown;
/** The output of a schema; `unknown` if there is none. */
export type OutputOf<Schema> = Schema extends $ZodType ? z.output<Schema> : unknown;

export type Route = RoutePath & RouteDescription;
export type Routes = Readonly<Record<string, Route>>;

/** The routes of a subject, with a description for each path. */
export function describeRoutes<
  const Paths extends RoutePaths,
  Descriptions extends { readonly [Name in keyof Paths]: RouteDescription },
>(paths: Paths, descriptions: Descriptions): { readonly [Name in keyof Paths]: Paths[Name] & Descriptions[Name] } {
  const entries = Object.entries(paths).map(([name, path]) => [name, { ...path, ...descriptions[name] }]);
  return Object.fromEntries(entries) as { readonly [Name in keyof Paths]: Paths[Name] & Descriptions[Name] };
}

/** Fills the parameters into `path`, each of them encoded. */
export function fillPath(path: string, params: Readonly<Record<string, string | number>> = {}): string {
  return path.replace(/:(\w+)|\*/g, (part, name: string | undefined) => encodeURIComponent(params[name ?? part] ?? ''));
}
