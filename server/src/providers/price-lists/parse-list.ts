import { refusal } from '@tollgate/contract/refusals/refusal';

/** Many times what public lists have. Bounds the memory that parsing needs. */
const valuesMax = 2_500_000;
/** Public lists have fewer than ten levels. */
const depthMax = 64;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** The refusal of a list that cannot be read with the memory and time there are. */
export function tooComplex(): Error {
  return refusal('price_list_too_complex', { values: valuesMax, depth: depthMax }, { param: 'file' });
}

/** The index behind a string that begins at `from`. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(quote, from + 1);
  while (at !== -1) {
    let escapes = 0;
    while (bytes[at - 1 - escapes] === backslash) escapes += 1;
    if (escapes % 2 === 0) return at + 1;
    at = bytes.indexOf(quote, at + 1);
  }
  return bytes.length;
}

/** Counts values and levels without making any. @throws {ApiError} */
function requireModest(bytes: Uint8Array): void {
  let values = 0;
  let depth = 0;
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) {
      at = endOfString(bytes, at);
      continue;
    }
    at += 1;
    if (closing.has(byte)) depth -= 1;
    if (opening.has(byte)) depth += 1;
    else if (byte !== comma) continue;
    values += 1;
    if (values > valuesMax || depth > depthMax) throw tooComplex();
  }
}

/**
 * Parses a price list of any content.
 * @throws {ApiError} 400 if it is not JSON, or has too many values or levels.
 */
export function parseList(bytes: Uint8Array): unknown {
  requireModest(bytes);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    throw refusal('price_list_not_json', {}, { param: 'file' });
  }
}
