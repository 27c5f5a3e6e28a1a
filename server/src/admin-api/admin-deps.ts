import type { OperatorRole } from '@tollgate/contract/people/rights';
import type { OpenApiPart } from '../control-http/openapi-document.ts';
import type { TypedApp } from '../control-http/typed-app.ts';
import type { ControlContext } from '../control/control-context.ts';
import type { FirstAdministrator } from '../subjects/people/first-administrator-ports.ts';
import type { PeopleFinder } from '../domain/people/people-finder.ts';
import type { Operations } from '../control/operations-ports.ts';
import type { Route } from '../domain/catalog/model.ts';
import type { RouteReport } from '../domain/catalog/route-report.ts';
import type { BrokenConnections } from '../domain/limits/broken-connections.ts';
import type { FailedAttempts } from '../domain/limits/failed-attempts.ts';
import type { SourceIp } from '../domain/limits/source-ip.ts';
import type { SignedIn } from '../domain/people/person.ts';
import type { Logger } from '../platform/logger.ts';

/** What identifies a request's sender. */
interface RequestMarks {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly socket?: { readonly remoteAddress?: string | undefined };
}

/** A signed-in operator. */
export interface SignedInOperator extends SignedIn {
  readonly role: OperatorRole;
}

/** The dependencies of the admin API; built once in `main.ts`. */
export interface AdminDeps {
  readonly control: ControlContext;
  readonly adminToken: string;
  /** The sign-in of a request, with the operator's role; `null` if there is none. */
  readonly signedInOperator: (request: RequestMarks) => Promise<SignedInOperator | null>;
  readonly people: PeopleFinder;
  readonly firstAdministrator: FirstAdministrator;
  /** The origin at which people open the console. */
  readonly consoleOrigin: () => string;
  readonly sourceIp: SourceIp;
  /** Counts wrong administrator tokens per source address. */
  readonly failedAttempts: FailedAttempts;
  readonly brokenConnections: BrokenConnections;
  /** This process's data about a route. */
  readonly routeReport: (route: Route) => RouteReport;
  /** Actions on the whole service; `subjects/site/operations.ts` checks who may run them. */
  readonly operations: Operations;
  /** Names of the nodes that do not have the latest changes yet. */
  readonly nodesBehind: () => Promise<readonly string[]>;
  readonly logger: Logger;
  readonly version: string;
  /** The configured public base URLs of the gateway, which the document names. */
  readonly clientAddresses?: readonly { readonly region: string; readonly url: string }[] | undefined;
  /** Descriptions of the gateway's own paths, merged into the OpenAPI document. */
  readonly gatewayPaths?: (() => OpenApiPart) | undefined;
}

/** Adds the routes of one kind of record, below `/api/admin`. */
export type AdminResource = (app: TypedApp, deps: AdminDeps) => void;
