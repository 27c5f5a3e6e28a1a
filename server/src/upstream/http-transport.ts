import { Agent, type Dispatcher } from 'undici';
import type { UpstreamAuth } from '@tollgate/contract/catalogue/upstream-auth';
import type { KeyedRoute } from '../domain/catalog/model.ts';
import type { Clock } from '../platform/clock.ts';
import type { Deadlines } from '../platform/deadlines.ts';
import { createConnector } from './connector.ts';
import { CredentialMakers, type Credential } from './credentials/credential-makers.ts';
import { formPoster } from './credentials/post-form.ts';
import type { Exchange, ExchangeSink, Transport, UpstreamRequest } from './exchange.ts';
import { HttpExchange } from './http-exchange.ts';

export interface HttpTransportLimits {
  /** Maximum number of connections per origin. Further requests wait for one, within their connect deadline. */
  readonly connectionsPerOrigin: number;
  /** Idle connections are closed after this time. It is short, because several common servers close theirs after 5 s without notice. */
  readonly keepAliveTimeoutMs: number;
  /** Upper limit for a server's `keep-alive: timeout=`. */
  readonly keepAliveMaxTimeoutMs: number;
  /** Ends a connection attempt that no request waits for. Requests have their own deadline, which is usually shorter. */
  readonly connectTimeoutMs: number;
}

const bearer: UpstreamAuth = { style: 'bearer' };

const defaultLimits: HttpTransportLimits = {
  connectionsPerOrigin: 1_024,
  keepAliveTimeoutMs: 4_000,
  keepAliveMaxTimeoutMs: 60_000,
  connectTimeoutMs: 30_000,
};

/**
 * The HTTP client passes this to each socket, although its types do not include it. It limits how much is read ahead of a paused consumer;
 * there may be hundreds of sockets.
 */
const socketOptions: object = { highWaterMark: 16 * 1024 };

export interface HttpTransportOptions {
  readonly clock: Clock;
  readonly deadlines: Deadlines;
  readonly limits?: Partial<HttpTransportLimits>;
  /** The product's version, which upstreams see in `user-agent`. */
  readonly version?: string;
  /**
   * Receives errors thrown by a sink. By default they become uncaught exceptions, because a swallowed one would hide a call that is never
   * settled.
   */
  readonly onDefect?: (error: unknown) => void;
}

/** Data that is the same for every request of a route. It is computed once, and dropped together with the route. */
interface RouteTarget {
  readonly base: Target | null;
  /** Targets of protocols with a separate URL; `null` if there are none. */
  readonly others: ReadonlyMap<string, Target | null> | null;
}

interface Target {
  readonly origin: string;
  readonly pathPrefix: string;
  readonly query: string;
  readonly wholeHeaders: readonly string[];
  readonly streamHeaders: readonly string[];
  readonly prepare: Credential['prepare'];
}

/**
 * Uses HTTP/1.1 with upstreams over persistent connections. Sends a fixed set of headers and none of the client's. Follows no redirects.
 * Requests no content encoding, but decodes an unrequested one. Faults are reported once, never from within `send`.
 */
export function createHttpTransport(options: HttpTransportOptions): Transport {
  const limits = { ...defaultLimits, ...options.limits };
  const targets = new WeakMap<KeyedRoute, RouteTarget>();
  const settings = {
    connections: limits.connectionsPerOrigin,
    allowH2: false,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    keepAliveMaxTimeout: limits.keepAliveMaxTimeoutMs,
    connect: createConnector({ ...socketOptions, timeout: limits.connectTimeoutMs }),
    // One timer watches all exchanges (see Deadlines); timers per connection would cost time on every chunk.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const agent = new Agent({ ...settings, pipelining: 1 });
  // A reused connection may close while the request is written, and then it is unknown whether the request arrived.
  const freshAgent = new Agent({ ...settings, pipelining: 0 });
  const context = { clock: options.clock, deadlines: options.deadlines, onDefect: options.onDefect ?? rethrowLater };
  const userAgent = `tollgate/${options.version ?? '0'}`;
  const makers = new CredentialMakers(options.clock, formPoster(context, agent, userAgent));

  function targetOf(route: KeyedRoute, dialect: string): Target | null {
    let target = targets.get(route);
    if (target === undefined) {
      target = readRoute(route, makers, userAgent);
      targets.set(route, target);
    }
    const other = target.others?.get(dialect);
    return other === undefined ? target.base : other;
  }

  return {
    send(request: UpstreamRequest, sink: ExchangeSink): Exchange {
      const exchange = new HttpExchange(context, request.timeouts, sink);
      const target = targetOf(request.route, request.dialect);
      const dispatcher = request.isSentOnce === true ? freshAgent : agent;
      if (target === null) exchange.open(null, null);
      else if (target.prepare === null) exchange.open(dispatcher, dispatchOptions(target, request));
      else void exchange.openPrepared(dispatcher, prepared(dispatchOptions(target, request), target.prepare));
      return exchange;
    },
    async close() {
      await Promise.all([agent.destroy(), freshAgent.destroy()]);
    },
  };
}

function dispatchOptions(target: Target, request: UpstreamRequest): Dispatcher.DispatchOptions {
  return {
    origin: target.origin,
    path: withQuery(target.pathPrefix + request.path, target.query),
    method: request.method ?? 'POST',
    headers: headersOf(target, request),
    body: request.body,
  };
}

/** The type requires a mutable array, but nothing writes to it. */
function headersOf(target: Target, { stream, contentType, headers: more }: UpstreamRequest): string[] {
  const common = stream ? target.streamHeaders : target.wholeHeaders;
  const headers = more === undefined ? common : [...common, ...Object.entries(more).flat()];
  if (contentType === undefined) return headers as string[];
  return headers.map((text, at) => (headers[at - 1] === 'content-type' ? contentType : text));
}

/** The query of the base URL follows that of the request. */
function withQuery(path: string, query: string): string {
  return query !== '' && path.includes('?') ? `${path}&${query.slice(1)}` : path + query;
}

/** Adds the credentials, which depend on the whole request. */
async function prepared(
  options: Dispatcher.DispatchOptions,
  prepare: NonNullable<Credential['prepare']>,
): Promise<Dispatcher.DispatchOptions> {
  const { origin, path, method, headers, body } = options;
  const url = String(origin) + path;
  const shown = await prepare({ method, url, body: body instanceof Buffer ? body : null });
  return { ...options, headers: [...(headers as string[]), ...shown] };
}

function readRoute(route: KeyedRoute, makers: CredentialMakers, userAgent: string): RouteTarget {
  const ownAuth = route.auth ?? bearer;
  const at = (baseUrl: string, auth: UpstreamAuth): Target | null =>
    readTarget(baseUrl, makers.of(auth, route.apiKey), userAgent);
  const others = Object.entries(route.addresses).map(
    ([dialect, { baseUrl, auth }]) => [dialect, at(baseUrl ?? route.baseUrl, auth ?? ownAuth)] as const,
  );
  return { base: at(route.baseUrl, ownAuth), others: others.length === 0 ? null : new Map(others) };
}

/** `https://host/v1/?api-version=1` keeps its path and query; user info and fragment are dropped. `null` if it is not an HTTP URL. */
function readTarget(baseUrl: string, { headers, query, prepare }: Credential, userAgent: string): Target | null {
  const url = URL.parse(baseUrl);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  const common = ['content-type', 'application/json', 'accept-encoding', 'identity', 'user-agent', userAgent, ...headers];
  return {
    origin: url.origin,
    pathPrefix: url.pathname.replace(/\/+$/, ''),
    query: query === '' ? url.search : withQuery(url.search, `?${query}`),
    wholeHeaders: [...common, 'accept', 'application/json'],
    streamHeaders: [...common, 'accept', 'text/event-stream'],
    prepare,
  };
}

function rethrowLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
