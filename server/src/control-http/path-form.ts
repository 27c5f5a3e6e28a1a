import { ApiError } from '@tollgate/contract/errors';
import type { FastifyInstance } from 'fastify';

/** Almost no path contains any of these. */
const suspicious = /[%\\]|\/\/|\/\.|[^!-~]/;
const unreserved = /^[A-Za-z0-9._~-]$/;

/** The fault of one escape: anything that a decoding reader would interpret differently. */
function escapeFault(hex: string | undefined): string | null {
  if (hex === undefined) return 'a percent sign is not followed by two hexadecimal digits';
  const character = String.fromCharCode(Number.parseInt(hex, 16));
  if (unreserved.test(character)) return `it writes \`${character}\` as %${hex}`;
  return character < ' ' || character === '\u007f' || character === '\\' ? `it holds %${hex}` : null;
}

function characterFault(path: string): string | null {
  if (/[^!-~]/.test(path)) return 'it contains a character that must be escaped';
  if (path.includes('\\')) return 'it contains a backslash';
  for (const [, hex] of path.matchAll(/%([0-9A-Fa-f]{2})?/g)) {
    const fault = escapeFault(hex);
    if (fault !== null) return fault;
  }
  return null;
}

function partsFault(path: string): string | null {
  const [, first = '', second = ''] = path.split('/');
  if (/%2f/i.test(first === 'api' ? second : first)) return 'it contains an encoded slash';
  const parts = path.split(/\/|%2f/i).slice(1);
  if (parts.slice(0, -1).includes('') || /%2f$/i.test(path)) return 'it contains two slashes in a row';
  return parts.some((part) => part === '.' || part === '..') ? 'it contains a dot segment' : null;
}

/**
 * Why a path is not in normal form (RFC 3986, section 6.2.2); `null` if it is. A proxy in front and the router here then compare the same
 * text, whether or not they decode it. A name may contain an encoded slash; the segments that select an API may not.
 */
export function pathFault(url: string): string | null {
  const [path = ''] = url.split(/[?#]/, 1);
  return suspicious.test(path) ? (characterFault(path) ?? partsFault(path)) : null;
}

/** Refuses every path that is not in normal form, before routing, permissions and body. */
export function acceptNormalPathsOnly(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, next) => {
    const fault = pathFault(request.raw.url ?? '');
    if (fault === null) next();
    else next(new ApiError('malformed_request', { message: `The path is not in its normal form: ${fault}.` }));
  });
}
