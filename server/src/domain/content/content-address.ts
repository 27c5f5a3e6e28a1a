import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { StoredObject } from './objects.ts';

/** How long a URL is valid; requesting the task again returns a new one. */
const addressLifeMs = 24 * 3_600_000;

/** Types of files that are served, with their extensions; none that a browser would execute. */
const endings: ReadonlyMap<string, string> = new Map([
  ['audio/mpeg', 'mp3'],
  ['audio/wav', 'wav'],
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/webp', 'webp'],
]);

/** Other names of the same types. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ['audio/mp3', 'audio/mpeg'],
  ['audio/x-mpeg', 'audio/mpeg'],
  ['audio/x-wav', 'audio/wav'],
  ['audio/wave', 'audio/wav'],
  ['audio/vnd.wave', 'audio/wav'],
  ['image/jpg', 'image/jpeg'],
]);

/** The usual name of a media type; `null` if files of the type are not served. */
export function contentType(mediaType: string): string | null {
  const usual = synonyms.get(mediaType) ?? mediaType;
  return endings.has(usual) ? usual : null;
}

/** The content of a URL before it is verified. */
export interface ContentAddress {
  /** Name of the object. */
  readonly name: string;
  readonly ending: string;
  readonly expiresAtMs: number;
  readonly signature: string;
}

const path = /^([0-9a-f-]{36}\/\d{1,2})\.([a-z0-9]{3,4})$/;
const query = /^exp=(\d{1,12})&sig=([A-Za-z0-9_-]{43})$/;

/** Creates and verifies URLs at which a file can be fetched without a key for a limited time. */
export interface ContentAddresses {
  /** Relative to the base URL: `/content/<id>/<n>.<ext>?exp=…&sig=…`. Valid for a day, and no longer than the file is stored. */
  of(object: StoredObject, nowMs: number): string;
  /** Whether we created this URL for this file; it may have expired. */
  isOurs(address: ContentAddress, object: StoredObject): boolean;
}

/**
 * Parses a URL.
 * @param rest the part after `/content/`.
 */
export function readContentAddress(rest: string, search: string): ContentAddress | null {
  const [, name, ending] = path.exec(rest) ?? [];
  const [, seconds, signature] = query.exec(search) ?? [];
  if (name === undefined || ending === undefined || seconds === undefined || signature === undefined) return null;
  return { name, ending, expiresAtMs: Number(seconds) * 1000, signature };
}

/** @param secret the same on every node. */
export function createContentAddresses(secret: string): ContentAddresses {
  const hmacKey = Buffer.from(hkdfSync('sha256', secret, 'tollgate', 'addresses of files', 32));
  const sign = ({ name, keyId, mediaType }: StoredObject, seconds: number): string =>
    createHmac('sha256', hmacKey)
      .update(JSON.stringify([name, endings.get(mediaType) ?? '', keyId, seconds]))
      .digest('base64url');
  return {
    of(object, nowMs) {
      const seconds = Math.floor(Math.min(nowMs + addressLifeMs, object.expiresAtMs) / 1000);
      return `/content/${object.name}.${endings.get(object.mediaType) ?? ''}?exp=${String(seconds)}&sig=${sign(object, seconds)}`;
    },
    isOurs({ ending, expiresAtMs, signature }, object) {
      if (ending !== endings.get(object.mediaType)) return false;
      return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(object, expiresAtMs / 1000)));
    },
  };
}
