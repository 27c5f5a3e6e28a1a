import type { SpannedObject } from '../../../json/spanned.ts';
import type { Note } from './features.ts';

/** The smallest limit that every protocol accepts. */
const outputLimitMin = 16;

/**
 * The limit for the output; `null` if the client set none.
 * @param fields that can contain it; the largest number counts.
 */
export function readOutputLimit(body: SpannedObject, fields: readonly string[], note: Note): number | null {
  let most: number | null = null;
  let named = '';
  for (const field of fields) {
    const limit = body[field];
    if (typeof limit !== 'number' || limit <= (most ?? 0)) continue;
    most = limit;
    named = field;
  }
  if (most !== null && most < outputLimitMin) note('small_output_limit', named);
  return most;
}
