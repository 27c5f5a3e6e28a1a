import type { z } from 'zod';
import type { $ZodType } from 'zod/v4/core';
import type { AccountRight, OperatorRole } from './people/rights.ts';
import type { RefusalReason } from './refusals/all-refusals.ts';

/** Where a route is and who may call it. It names no schema, so that the browser loads none. */
export interface RoutePath {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** From the root of the host; parameters as `:name`, and `*` for the rest of the path. */
  readonly path: string;
  /** What is sent or answered where it is not JSON: a file, a file to store, or server-sent events. */
  readonly kind?: 'file' | 'upload' | 'events';
  /** Console: everybody, every signed-in user, or members of the account with this right. */
  readonly who?: 'everybody' | 'signed-in' | AccountRight;
  /** Console: refused to operators who are viewing an account. */
  readonly isForMembersOnly?: boolean;
  /** Administrator interface: the roles that may call it, where they are not those of its method. */
  readonly operators?: readonly OperatorRole[];
  /** Administrator interface: allowed to an operator who is viewing an account, although it changes something. */
  readonly mayWhileImpersonating?: boolean;
  /** Administrator interface: its answer names the nodes that do not have the change yet. */
  readonly changesCatalogue?: boolean;
}

export type RoutePaths = Readonly<Record<string, RoutePath>>;

/** What a route takes and answers, and what the reference says about it. */
export interface RouteDescription {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  /** Absent from the reference. */
  readonly hide?: boolean;
  readonly params?: $ZodType;
  readonly query?: $ZodType;
  readonly body?: $ZodType;
  /** The body of the answer; absent where it is a file or a stream. */
  readonly answer?: $ZodType;
  /** Of the answer; 200 if left out. */
  readonly status?: 201;
  /** Its own refusals, besides `refusalsOfEveryRoute`. */
  readonly refusals?: readonly RefusalReason[];
}

/** What a schema takes; `unknown` where there is none. */
export type InputOf<Schema> = Schema extends $ZodType ? z.input<Schema> : unknown;
/** What a schema makes of it; `unknown` where there is none. */
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
