import { Agent, type Dispatcher } from 'undici';
import type { Route } from '../domain/catalog/model.ts';
import type { Clock } from '../platform/clock.ts';
import type { Deadlines } from '../platform/deadlines.ts';
import type { Exchange, ExchangeSink, Transport, UpstreamRequest } from './exchange.ts';
import { HttpExchange } from './http-exchange.ts';

export interface HttpTransportLimits {
  /** Connections kept to one origin; further requests wait for one, within their connect deadline. */
  readonly connectionsPerOrigin: number;
  /** Idle connections are closed after this; short, because several widespread servers close theirs after 5 s without saying so. */
  readonly keepAliveTimeoutMs: number;
  /** Ceiling for what a server's `keep-alive: timeout=` may ask for. */
  readonly keepAliveMaxTimeoutMs: number;
  /** Gives up a connection attempt nobody waits for any more. Requests have their own, usually shorter, deadline. */
  readonly connectTimeoutMs: number;
}

const defaultLimits: HttpTransportLimits = {
  connectionsPerOrigin: 1_024,
  keepAliveTimeoutMs: 4_000,
  keepAliveMaxTimeoutMs: 60_000,
  connectTimeoutMs: 30_000,
};

/**
 * Handed to each socket by the HTTP client, although its types do not know of it: how much is read ahead of an answer that
 * nobody takes at the moment. There may be hundreds of them.
 */
const socketOptions: object = { highWaterMark: 16 * 1024 };

export interface HttpTransportOptions {
  readonly clock: Clock;
  readonly deadlines: Deadlines;
  readonly limits?: Partial<HttpTransportLimits>;
  /** Of the product; upstreams see it in `user-agent`. */
  readonly version?: string;
  /** Hears what a sink threw. By default it becomes an uncaught exception, because a swallowed one would hide a call that never settles. */
  readonly onDefect?: (error: unknown) => void;
}

/** What is the same for every request of a route: computed once, dropped together with the route. */
interface RouteTarget {
  readonly base: Target | null;
  /** Of protocols with an address of their own; `null` where there is none. */
  readonly others: ReadonlyMap<string, Target | null> | null;
}

interface Target {
  readonly origin: string;
  readonly pathPrefix: string;
  readonly query: string;
  readonly wholeHeaders: readonly string[];
  readonly streamHeaders: readonly string[];
}

/**
 * Speaks HTTP/1.1 to upstreams over kept-alive connections. Sends an allow-list of headers of its own and nothing of
 * the client's; follows no redirect; reads no coded body. Faults are reported once, never from inside `send`.
 */
export function createHttpTransport(options: HttpTransportOptions): Transport {
  const limits = { ...defaultLimits, ...options.limits };
  const targets = new WeakMap<Route, RouteTarget>();
  const agent = new Agent({
    connections: limits.connectionsPerOrigin,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    keepAliveMaxTimeout: limits.keepAliveMaxTimeoutMs,
    connectTimeout: limits.connectTimeoutMs,
    connect: { ...socketOptions },
    // One timer watches all exchanges (see Deadlines); timers per connection would cost on every chunk.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const context = { clock: options.clock, deadlines: options.deadlines, onDefect: options.onDefect ?? rethrowLater };
  const userAgent = `tollgate/${options.version ?? '0'}`;

  function targetOf(route: Route, dialect: string): Target | null {
    let target = targets.get(route);
    if (target === undefined) {
      target = readRoute(route, userAgent);
      targets.set(route, target);
    }
    const other = target.others?.get(dialect);
    return other === undefined ? target.base : other;
  }

  return {
    send(request: UpstreamRequest, sink: ExchangeSink): Exchange {
      const exchange = new HttpExchange(context, request.timeouts, sink);
      const target = targetOf(request.route, request.dialect);
      exchange.open(target === null ? null : agent, target === null ? null : dispatchOptions(target, request));
      return exchange;
    },
    async close() {
      await agent.destroy();
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

/** The type wants a mutable array; nothing writes to it. */
function headersOf({ streamHeaders, wholeHeaders }: Target, { stream, contentType }: UpstreamRequest): string[] {
  const headers = stream ? streamHeaders : wholeHeaders;
  if (contentType === undefined) return headers as string[];
  return headers.map((text, at) => (headers[at - 1] === 'content-type' ? contentType : text));
}

/** The query of the base address goes behind that of the request. */
function withQuery(path: string, query: string): string {
  return query !== '' && path.includes('?') ? `${path}&${query.slice(1)}` : path + query;
}

function readRoute(route: Route, userAgent: string): RouteTarget {
  const others = Object.entries(route.addresses).map(
    ([dialect, { baseUrl }]) => [dialect, readTarget(route, baseUrl ?? route.baseUrl, userAgent)] as const,
  );
  return {
    base: readTarget(route, route.baseUrl, userAgent),
    others: others.length === 0 ? null : new Map(others),
  };
}

/** `https://host/v1/?api-version=1` keeps its path and query; user info and fragment are dropped. `null`: not an HTTP address. */
function readTarget(route: Route, baseUrl: string, userAgent: string): Target | null {
  const url = URL.parse(baseUrl);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  const common = ['content-type', 'application/json', 'accept-encoding', 'identity', 'user-agent', userAgent];
  if (route.apiKey !== null) common.push('authorization', `Bearer ${route.apiKey}`);
  return {
    origin: url.origin,
    pathPrefix: url.pathname.replace(/\/+$/, ''),
    query: url.search,
    wholeHeaders: [...common, 'accept', 'application/json'],
    streamHeaders: [...common, 'accept', 'text/event-stream'],
  };
}

function rethrowLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
