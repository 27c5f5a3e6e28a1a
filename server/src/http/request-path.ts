/** A request target in the one form that both routing and authentication use. */
export interface RequestPath {
  /** Without query, double slashes and `/v1` prefixes: `/chat/completions`. */
  readonly path: string;
  /** As sent, without the query; truncated to 200 characters for the log. */
  readonly asSent: string;
}

const forbidden = /[\u0000-\u001f\u007f\\]|%00|(?:^|\/)\.{1,2}(?:\/|$)|%2e/i;

/**
 * Parses a request target. Clients are configured with and without `/v1`, sometimes twice, and join paths with double slashes; all of these
 * mean the same address. `null` if the path is ambiguous (dot segments, NUL) and therefore refused.
 */
export function readRequestPath(target: string): RequestPath | null {
  const query = target.indexOf('?');
  const raw = query === -1 ? target : target.slice(0, query);
  if (raw === '/v1/chat/completions') return { path: '/chat/completions', asSent: raw };
  const asSent = raw.slice(0, 200);
  if (forbidden.test(raw)) return null;
  let path = raw.replace(/\/{2,}/g, '/');
  while (path.startsWith('/v1/') || path === '/v1') path = path.slice(3) || '/';
  if (path.length > 1 && path.endsWith('/')) path = path.slice(0, -1);
  return { path, asSent };
}
