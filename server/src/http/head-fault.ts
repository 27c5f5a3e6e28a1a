import type { IncomingMessage } from 'node:http';

/** More header lines than any client sends. Beyond this, intermediaries disagree on what a request means. */
const headerLinesMax = 128;
const hostPattern = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

function countOf(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const header = rawHeaders[i];
    if (header?.length === name.length && header.toLowerCase() === name) count += 1;
  }
  return count;
}

function framingFault(request: IncomingMessage): string | null {
  const { headers, method } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
  if (hasBody && (method === 'GET' || method === 'HEAD')) return 'a GET request must not carry a body';
  if (headers['transfer-encoding'] !== undefined && request.httpVersionMinor === 0) return 'HTTP/1.0 knows no Transfer-Encoding';
  return null;
}

/**
 * Detects requests that the HTTP parser accepts although two readers could interpret them differently; these are refused before any other
 * check. Returns a message for the client, or `null` for a valid request head.
 */
export function headFault(request: IncomingMessage): string | null {
  if (request.httpVersionMajor !== 1) return 'only HTTP/1.1 and HTTP/1.0 are spoken here';
  if (request.url?.startsWith('/') !== true) return 'the request target must be a path';
  const hosts = countOf(request.rawHeaders, 'host');
  if (hosts > 1) return 'the Host header is sent twice';
  if (hosts === 0 && request.httpVersionMinor === 1) return 'the Host header is missing';
  if (hosts === 1 && !hostPattern.test(request.headers.host ?? '')) return 'the Host header is not a host name';
  return framingFault(request);
}

/** Whether the request has more header lines than are accepted (431). */
export function tooManyHeaders(request: IncomingMessage): boolean {
  return request.rawHeaders.length > headerLinesMax * 2;
}

/** Whether a header that must be unique is sent twice. */
export function isRepeated(request: IncomingMessage, header: string): boolean {
  return countOf(request.rawHeaders, header) > 1;
}
