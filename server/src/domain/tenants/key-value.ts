import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Ids } from '../../platform/ids.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 32;
const checksumLength = 6;
const valuePattern = /^sk-[0-9A-Za-z]{38}$/;
const valueLength = 3 + randomLength + checksumLength;
/** Longer text cannot be a key and is refused without further checks. */
const headerLengthMax = 512;

/** What is wrong with the form of a credential. It does not reveal whether a key exists, and never contains the value. */
export interface KeyFault {
  /** A short description for the operators' list of refused requests. */
  readonly fault: string;
  /** Message for the client. */
  readonly message: string;
}

export const keyFaults = {
  missing: { fault: 'no key', message: 'No API key was sent. Send the header "Authorization: Bearer <API_KEY>".' },
  notBearer: {
    fault: 'not Bearer',
    message: 'The Authorization header must be "Bearer <API_KEY>", with a capital B and one space.',
  },
  emptyValue: { fault: 'nothing after Bearer', message: 'The Authorization header has no API key after "Bearer".' },
  twoSpaces: {
    fault: 'two spaces',
    message: 'The Authorization header must have exactly one space between "Bearer" and the API key.',
  },
  space: {
    fault: 'space in the key',
    message: 'The API key contains a space. Send the key exactly as it was shown.',
  },
  lineBreak: {
    fault: 'line break',
    message: 'The API key contains a line break, often added by copying from a file. Remove it.',
  },
  characters: {
    fault: 'foreign character',
    message: 'The API key contains an invalid character, such as a quote, an invisible space or a full-width letter.',
  },
  noPrefix: { fault: 'missing sk-', message: 'The API key must begin with "sk-"; the prefix is part of the key.' },
  truncated: { fault: 'truncated', message: 'The API key is too short, so it was probably truncated. Copy it again.' },
  tooLong: { fault: 'too long', message: 'The API key is too long, so something was probably added. Copy it again.' },
  checksum: { fault: 'bad checksum', message: 'The API key is mistyped: its check characters do not match. Copy it again.' },
} as const satisfies Record<string, KeyFault>;

export type BearerReading = { readonly value: string } | KeyFault;

/** CRC-32 of the text as six base62 characters. Detects typing errors without a database look-up. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let position = 0; position < checksumLength; position += 1) {
    digits = (base62[rest % 62] ?? '') + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** Creates a new key: `sk-`, 32 random base62 characters (190 bits), 6 check characters. */
export function makeKeyValue(ids: Pick<Ids, 'secret'>): string {
  const body = `sk-${ids.secret(randomLength)}`;
  return body + checksum(body);
}

/** The first fault of a text that does not have the form of a key. */
function faultOfForm(text: string): KeyFault {
  if (text === '') return keyFaults.emptyValue;
  if (/[\r\n]|\\[rn]|%0[ad]/i.test(text)) return keyFaults.lineBreak;
  if (text.startsWith(' ')) return keyFaults.twoSpaces;
  if (/[ \t]/.test(text)) return keyFaults.space;
  if (!/^[0-9A-Za-z-]*$/.test(text)) return keyFaults.characters;
  if (!text.startsWith('sk-')) return keyFaults.noPrefix;
  if (text.length < valueLength) return keyFaults.truncated;
  return text.length > valueLength ? keyFaults.tooLong : keyFaults.characters;
}

/** Reads a key that was sent alone (header `x-api-key`). If there is no fault, its form and checksum are those of a real or forged key. */
export function readKeyValue(text: string | undefined): BearerReading {
  if (text === undefined) return keyFaults.missing;
  if (text.length > headerLengthMax) return keyFaults.tooLong;
  if (!valuePattern.test(text)) return faultOfForm(text);
  const split = text.length - checksumLength;
  return checksum(text.slice(0, split)) === text.slice(split) ? { value: text } : keyFaults.checksum;
}

/** Reads the value of an `Authorization` header. Strips nothing: an inexact value is refused. */
export function readBearer(header: string | undefined): BearerReading {
  if (header === undefined || header === '') return keyFaults.missing;
  if (header.length > headerLengthMax) return keyFaults.tooLong;
  if (header === 'Bearer') return keyFaults.emptyValue;
  if (!header.startsWith('Bearer ')) return keyFaults.notBearer;
  return readKeyValue(header.slice('Bearer '.length));
}

/** SHA-256 of the whole value: the only form in which a key is stored. */
export function hashKeyValue(value: string): Buffer {
  return hash('sha256', value, 'buffer');
}

/** The parts of a key that are shown to recognize it. */
export function keyHint(value: string): { readonly prefix: string; readonly last4: string } {
  return { prefix: value.slice(0, 7), last4: value.slice(-4) };
}
