import type { ApiError } from '@tollgate/contract/errors';
import { pageSizeDefault } from '@tollgate/contract/lists';
import { refusal } from '@tollgate/contract/refusals/refusal';

export interface PageQuery {
  readonly limit?: string | undefined;
  readonly cursor?: string | undefined;
}

type Part = string | number;

function badCursor(): ApiError {
  return refusal('cursor_wrong', {}, { param: 'cursor' });
}

function decode(text: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (Array.isArray(parts)) return parts as unknown[];
  } catch {
    // Reported below.
  }
  throw badCursor();
}

/** How a list writes a row's position into a cursor and reads it back. */
export interface Places<Row, Position> {
  readonly write: (row: Row) => readonly Part[];
  /** `null` if the parts do not belong to this list. */
  readonly read: (parts: readonly unknown[]) => Position | null;
}

export interface PagedList<Row, Position> {
  readonly query: PageQuery;
  readonly places: Places<Row, Position>;
  /** Loads at most `limit` rows after `after`. */
  readonly load: (page: { readonly limit: number; readonly after: Position | null }) => Promise<readonly Row[]> | readonly Row[];
}

/** Rows per page; the format is already validated. */
export function pageSize({ limit }: PageQuery): number {
  return limit === undefined ? pageSizeDefault : Number(limit);
}

/** Loads one page and the cursor of the next. One additional row is read, to know whether there is a next page. */
export async function readPage<Row, Position>(
  list: PagedList<Row, Position>,
): Promise<{ readonly rows: readonly Row[]; readonly next: string | null }> {
  const { query, places } = list;
  const limit = pageSize(query);
  const after = query.cursor === undefined ? null : places.read(decode(query.cursor));
  if (after === null && query.cursor !== undefined) throw badCursor();
  const found = await list.load({ limit: limit + 1, after });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const next = found.length > limit && last !== undefined ? places.write(last) : null;
  return { rows, next: next === null ? null : Buffer.from(JSON.stringify(next), 'utf8').toString('base64url') };
}

/** Rows ordered by time and id. */
export function timePlaces<Row>(placeOf: (row: Row) => { readonly atMs: number; readonly id: string }) {
  const places: Places<Row, { readonly atMs: number; readonly id: string }> = {
    write: (row) => {
      const { atMs, id } = placeOf(row);
      return [atMs, id];
    },
    read: ([atMs, id, ...rest]) =>
      Number.isSafeInteger(atMs) && typeof id === 'string' && rest.length === 0 ? { atMs: atMs as number, id } : null,
  };
  return places;
}

/** Rows ordered by a number that the database assigned. */
export function sequencePlaces<Row>(numberOf: (row: Row) => bigint): Places<Row, bigint> {
  return {
    write: (row) => [String(numberOf(row))],
    read: ([text, ...rest]) => (typeof text === 'string' && /^\d{1,18}$/.test(text) && rest.length === 0 ? BigInt(text) : null),
  };
}

/** Rows ordered by a name. */
export function namePlaces<Row>(nameOf: (row: Row) => string): Places<Row, string> {
  return {
    write: (row) => [nameOf(row)],
    read: ([name, ...rest]) => (typeof name === 'string' && rest.length === 0 ? name : null),
  };
}

/** A page of rows that are all in memory. */
export function pageOfNamed<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): (page: { readonly limit: number; readonly after: string | null }) => readonly Row[] {
  const sorted = rows.toSorted((left, right) => (nameOf(left) < nameOf(right) ? -1 : 1));
  return ({ limit, after }) => sorted.filter((row) => after === null || nameOf(row) > after).slice(0, limit);
}
