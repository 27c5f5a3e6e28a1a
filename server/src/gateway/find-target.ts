import type { IncomingMessage } from 'node:http';
import { readRequestPath } from '../http/request-path.ts';
import type { Target } from './call.ts';
import type { GatewayContext } from './gateway-context.ts';

type Endpoint = GatewayContext['endpoints'][number];

/** The part of a path that matches the `*` of an endpoint; empty if the endpoint has none, `null` if the path does not match. */
function restOf(endpoint: Endpoint, path: string): string | null {
  const [before = '', after] = endpoint.path.split('*');
  if (after === undefined) return endpoint.path === path || ('alsoAt' in endpoint && endpoint.alsoAt.includes(path)) ? '' : null;
  const isIts = path.length >= before.length + after.length && path.startsWith(before) && path.endsWith(after);
  return isIts ? path.slice(before.length, path.length - after.length) : null;
}

/** Files have separate URLs, which need no key. */
const contentPrefix = '/content/';

type Head = Pick<IncomingMessage, 'method' | 'headers'>;

/** Headers in which clients of any protocol send a key. */
const keyHeaders = ['authorization', 'x-api-key'] as const;
const ownKey = /^(?:Bearer )?sk-/;

function hasOwnKey(headers: Head['headers']): boolean {
  return keyHeaders.some((name) => ownKey.test(String(headers[name] ?? '')));
}

/**
 * Whether the path is a known operation below an unknown prefix: the client has the wrong base URL. Arbitrary web clients send GET
 * requests, so those count only with one of our keys.
 */
function hasWrongBase(endpoints: readonly Endpoint[], { method, headers }: Head, path: string): boolean {
  if (method === 'GET' && !hasOwnKey(headers)) return false;
  return endpoints.some((endpoint) => endpoint.method === method && path.endsWith(endpoint.path));
}

/**
 * Finds the target of a URL. An unsupported method and an unknown URL have different results.
 * @param path as {@link readRequestPath} reads it.
 */
export function findTarget(endpoints: readonly Endpoint[], head: Head, path: string): Target {
  if (path.startsWith(contentPrefix) && (head.method === 'GET' || head.method === 'HEAD'))
    return { kind: 'content', rest: path.slice(contentPrefix.length) };
  const allowed: string[] = path.startsWith(contentPrefix) ? ['GET', 'HEAD'] : [];
  for (const endpoint of endpoints) {
    const rest = restOf(endpoint, path);
    if (rest === null) continue;
    if (endpoint.method === head.method)
      return 'answer' in endpoint ? { kind: 'local', endpoint, rest } : { kind: 'model', endpoint };
    allowed.push(endpoint.method);
  }
  if (allowed.length > 0) return { kind: 'wrong_method', allow: [...allowed, 'OPTIONS'].join(', ') };
  return { kind: hasWrongBase(endpoints, head, path) ? 'wrong_base' : 'unknown' };
}

/** The published base URL of the API: opening it in a browser returns an API response. */
const interfacePath = /^\/v1(?:[/?]|$)/;

/** Whether a browser requests a page that does not exist. API clients do not request HTML, and send a key. */
export function isPageSought(endpoints: readonly Endpoint[], request: IncomingMessage): boolean {
  const { method, headers, url = '' } = request;
  if (
    method !== 'GET' ||
    keyHeaders.some((name) => headers[name] !== undefined) ||
    headers.accept?.includes('text/html') !== true
  )
    return false;
  if (interfacePath.test(url)) return false;
  const located = readRequestPath(url);
  if (located === null) return false;
  // An operation that is never requested with GET may share its bare address with a page.
  const { kind } = findTarget(endpoints, request, located.path);
  return kind === 'unknown' || kind === 'wrong_method';
}

/** Whether a request that arrived at the control plane was intended for the gateway, which then responds with the right base URL. */
export function isMisdirected(endpoints: readonly Endpoint[], request: IncomingMessage): boolean {
  const located = readRequestPath(request.url ?? '');
  return located !== null && findTarget(endpoints, request, located.path).kind === 'wrong_base';
}
