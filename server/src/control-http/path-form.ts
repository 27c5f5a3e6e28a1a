import { ApiError } from '@tollgate/contract/errors';
import type { FastifyInstance } from 'fastify';

/** Nearly every address has none of these. */
const suspicious = /[%\\]|\/\/|\/\.|[^!-~]/;
const unreserved = /^[A-Za-z0-9._~-]$/;

/** What is wrong with one escape, which is all that stands between two readers who decode it or do not. */
function escapeFault(hex: string | undefined): string | null {
  if (hex === undefined) return 'it has a percent sign without two digits';
  const character = String.fromCharCode(Number.parseInt(hex, 16));
  if (unreserved.test(character)) return `it writes \`${character}\` as %${hex}`;
  return character < ' ' || character === '\u007f' || character === '\\' ? `it holds %${hex}` : null;
}

function characterFault(path: string): string | null {
  if (/[^!-~]/.test(path)) return 'it holds a character that has to be escaped';
  if (path.includes('\\')) return 'it holds a backslash';
  for (const [, hex] of path.matchAll(/%([0-9A-Fa-f]{2})?/g)) {
    const fault = escapeFault(hex);
    if (fault !== null) return fault;
  }
  return null;
}

function partsFault(path: string): string | null {
  const [, first = '', second = ''] = path.split('/');
  if (/%2f/i.test(first === 'api' ? second : first)) return 'it holds an encoded slash';
  const parts = path.split(/\/|%2f/i).slice(1);
  if (parts.slice(0, -1).includes('') || /%2f$/i.test(path)) return 'it has two slashes in a row';
  return parts.some((part) => part === '.' || part === '..') ? 'it has a dot segment' : null;
}

/**
 * Why an address is not in its normal form (RFC 3986, section 6.2.2); `null`: it is. What a proxy in front compares and what is
 * routed here are then the same text, whether one of them decodes it or not. A name may hold an encoded slash, but no part that an
 * interface is known by may.
 */
export function pathFault(url: string): string | null {
  const [path = ''] = url.split(/[?#]/, 1);
  return suspicious.test(path) ? (characterFault(path) ?? partsFault(path)) : null;
}

/** Refuses every address that is not in its normal form, before any route, right or body is looked at. */
export function takeNormalPathsOnly(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, next) => {
    const fault = pathFault(request.raw.url ?? '');
    if (fault === null) next();
    else next(new ApiError('malformed_request', { message: `The address is not in its normal form: ${fault}.` }));
  });
}
