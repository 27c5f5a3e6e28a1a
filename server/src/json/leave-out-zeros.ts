import type { ScannedBody } from './scanned-body.ts';

type ZeroForm = 'number' | 'text' | 'list' | 'object';

type ZeroField = readonly [name: string, ...forms: ZeroForm[]];

/** Fields in which a Go zero value, in one of the given forms, means that the client's program set nothing. */
export type ZeroFields = ReadonlyMap<string, readonly ZeroForm[]>;

export function zeroFields(fields: Iterable<ZeroField>): ZeroFields {
  return new Map(Array.from(fields, ([name, ...forms]) => [name, forms]));
}

/** An object is zero if everything in it is. */
function isInnerZero(value: unknown): boolean {
  return value === false || value === null || zeroForm(value) !== null;
}

function zeroForm(value: unknown): ZeroForm | null {
  if (value === 0) return 'number';
  if (value === '') return 'text';
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) return value.length === 0 ? 'list' : null;
  return Object.values(value).every(isInnerZero) ? 'object' : null;
}

/**
 * Treats fields with a zero value as unset. Their value becomes `undefined`, which no JSON can contain, and `isLeftOut` keeps them from the
 * upstream.
 */
export function leaveOutZeros({ value, members }: ScannedBody, fields: ZeroFields): void {
  // This runs for every call, and a body has fewer members than there are such fields.
  for (const name of members.keys()) {
    const forms = fields.get(name);
    if (forms === undefined) continue;
    const form = zeroForm(value[name]);
    if (form !== null && forms.includes(form)) (value as Record<string, unknown>)[name] = undefined;
  }
}
