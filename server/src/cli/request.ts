import type { Row } from './table.ts';
import { countOf, option } from './verb.ts';

/** A path below the admin API. Each segment is escaped, because a model's name may contain any character. */
export function pathTo(...segments: readonly (string | undefined)[]): string {
  return `/api/admin/${segments.map((segment) => encodeURIComponent(segment ?? '')).join('/')}`;
}

export const limitOption = option('--limit <n>', 'maximum number of rows (default: 50)', 'limit', countOf);

/** The value of `--limit`. */
export function rowsMax(fields: Row): number | undefined {
  return typeof fields.limit === 'number' ? fields.limit : undefined;
}

/** The fields that options have set, as a query; `limit` is handled by the client. */
export function queryOf(fields: Row): Record<string, string | undefined> {
  const entries = Object.entries(fields).filter(([name]) => name !== 'limit');
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
