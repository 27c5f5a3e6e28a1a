import type { IncomingMessage } from 'node:http';
import type { KeyPlace } from '../../dialects/dialect.ts';
import { keyFaults, readBearer, readKeyValue, type BearerReading, type KeyFault } from '../../domain/tenants/key-value.ts';
import { isRepeated } from '../../http/head-fault.ts';

/** The key of a request as sent, before any check. */
export interface SentKey {
  readonly place: KeyPlace;
  readonly text: string;
}

/** Why no key can be read from a place. */
export type UnclearKey = Pick<KeyFault, 'fault'> & Partial<Pick<KeyFault, 'message'>>;

/** With two keys it is unclear which one was intended. */
function repeated(where: string): UnclearKey {
  return { fault: `two ${where}` };
}

/** The value in one place; `''` if there is none. */
function textAt(request: IncomingMessage, place: KeyPlace): string | UnclearKey {
  if (place.in === 'query') {
    const url = request.url ?? '';
    const at = url.indexOf('?');
    const found = at === -1 ? [] : new URLSearchParams(url.slice(at + 1)).getAll(place.name);
    return found.length > 1 ? repeated('keys in the address') : (found[0] ?? '');
  }
  const name = place.in === 'header' ? place.name : 'authorization';
  if (isRepeated(request, name)) return repeated(`${name} headers`);
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

function missingAt(place: KeyPlace | undefined): KeyFault {
  if (place === undefined || place.in === 'bearer') return keyFaults.missing;
  const where = place.in === 'header' ? `the header "${place.name}: <API_KEY>"` : `"?${place.name}=<API_KEY>" with the address`;
  return { ...keyFaults.missing, message: `No API key was sent. Send ${where}.` };
}

/** Finds the key where clients of a protocol put it. The first place that is not empty is used. */
export function findSentKey(request: IncomingMessage, places: readonly KeyPlace[]): SentKey | UnclearKey {
  for (const place of places) {
    const text = textAt(request, place);
    if (typeof text !== 'string') return text;
    if (text !== '') return { place, text };
  }
  return missingAt(places[0]);
}

/** Parses a sent key. */
export function readSentKey({ place, text }: SentKey): BearerReading {
  return place.in === 'bearer' ? readBearer(text) : readKeyValue(text);
}

/** The headers in which clients put a key, for any protocol. */
const usualHeaders = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key'] as const;
const lookedAtMax = 512;
const wholeKey = /sk-[0-9A-Za-z]{38}/;
/** Characters that end up within or around a key by mistake: white space, escaped line breaks, quotes. */
const clutter = /\s|\\[rn]|%0[ad]|%20|["'`<>]/gi;

/**
 * A whole key in a malformed header, for its owner's log; `null` if there is none. Its check characters must be right, so made-up text
 * hardly ever gets this far.
 */
export function findWholeKey(request: IncomingMessage): string | null {
  for (const text of [...usualHeaders.map((name) => request.headers[name]), request.url]) {
    if (typeof text !== 'string' || text.length < 41 || text.length > lookedAtMax) continue;
    const found = wholeKey.exec(text.replace(clutter, ''))?.[0];
    if (found !== undefined && 'value' in readKeyValue(found)) return found;
  }
  return null;
}
