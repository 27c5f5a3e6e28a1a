import type { z } from 'zod';
import type { $ZodType } from 'zod/v4/core';
import type { AccountRight, OperatorRole } from './people/rights.ts';
import type { RefusalReason } from './refusals/all-refusals.ts';

/** Address of a route, and its callers. It names no schema, so that the browser loads none. */
export interface RoutePath {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** From the root of the host; parameters as `:name`, and `*` for the rest of the path. */
  readonly path: string;
  /** The content if it is not JSON: a file, a file to store, or server-sent events. */
  readonly kind?: 'file' | 'upload' | 'events';
  /** Console: everyone, every signed-in user, or members of the account with this right. */
  readonly who?: 'everybody' | 'signed-in' | AccountRight;
  /** Console: refused to operators who are viewing an account. */
  readonly isForMembersOnly?: boolean;
  /** Administrator interface: the roles that may call it, if they differ from those of its method. */
  readonly operators?: readonly OperatorRole[];
  /** Administrator interface: allowed to an operator who is viewing an account, although it changes something. */
  readonly mayWhileImpersonating?: boolean;
  /** Administrator interface: its answer names the nodes that do not have the change yet. */
  readonly changesCatalogue?: boolean;
}

export type RoutePaths = Readonly<Record<string, RoutePath>>;

/** Input and output of a route, and its description in the reference. */
export interface RouteDescription {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  /** Absent from the reference. */
  readonly hide?: boolean;
  readonly params?: $ZodType;
  readonly query?: $ZodType;
  readonly body?: $ZodType;
  /** The body of the answer; absent for a file or a stream. */
  readonly answer?: $ZodType;
  /** Status of the answer; 200 by default. */
  readonly status?: 201;
  /** Its own refusals, besides `refusalsOfEveryRoute`. */
  readonly refusals?: readonly RefusalReason[];
}

/** The input of a schema; `unknown` if there is none. */
export type InputOf<Schema> = Schema extends $ZodType ? z.input<Schema> : unknown;
/** The output of a schema; `unknown` if there is none. */
export type OutputOf<Schema> = Schema extends $ZodType ? z.output<Schema> : unknown;

export type Route = RoutePath & RouteDescription;
export type Routes = Readonly<Record<string, Route>>;

/** The routes of a subject: each path with its description. */
export function describeRoutes<
  const Paths extends RoutePaths,
  Descriptions extends { readonly [Name in keyof Paths]: RouteDescription },
>(paths: Paths, descriptions: Descriptions): { readonly [Name in keyof Paths]: Paths[Name] & Descriptions[Name] } {
  const entries = Object.entries(paths).map(([name, path]) => [name, { ...path, ...descriptions[name] }]);
  return Object.fromEntries(entries) as { readonly [Name in keyof Paths]: Paths[Name] & Descriptions[Name] };
}

/** `path` with its parameters filled in, each of them encoded. */
export function fillPath(path: string, params: Readonly<Record<string, string | number>> = {}): string {
  return path.replace(/:(\w+)|\*/g, (part, name: string | undefined) => encodeURIComponent(params[name ?? part] ?? ''));
}
