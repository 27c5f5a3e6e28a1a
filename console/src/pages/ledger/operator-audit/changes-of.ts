export interface Change {
  readonly field: string;
  /** Null: the field did not or does not exist. */
  readonly before: string | null;
  readonly after: string | null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** All leaf values of a record with their paths: `limits.concurrency`. */
function leavesOf(value: unknown, path: string): readonly (readonly [string, string])[] {
  if (value === undefined || (value === null && path === '')) return [];
  if (isRecord(value))
    return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, path === '' ? name : `${path}.${name}`));
  return [[path, typeof value === 'string' ? value : JSON.stringify(value)]];
}

/** Differences between two records, field by field, in the order of the newer one. */
export function changesOf(before: unknown, after: unknown): readonly Change[] {
  const [old, now] = [new Map(leavesOf(before, '')), new Map(leavesOf(after, ''))];
  return [...new Set([...now.keys(), ...old.keys()])]
    .map((field) => ({ field, before: old.get(field) ?? null, after: now.get(field) ?? null }))
    .filter((change) => change.before !== change.after);
}
