import type { CallRecord } from '../domain/books/call-record.ts';
import type { MigrationName } from './steps/gateway-migrations.ts';

/** A primitive value: copying it between threads creates no object. */
export type Cell = string | number | bigint | null;

/** Changes of the schema after those of the gateway that added columns. */
type LaterChange = 'own upstreams of calls';

/** The type of a column; each engine has its own storage for it. An `amount` is also a bigint here, a `document` JSON. */
export type ColumnKind = 'uuid' | 'text' | 'document' | 'flag' | 'smallint' | 'integer' | 'bigint' | 'amount';

/** A column of `calls`. */
export interface CallColumn<Name extends string, Stored, Value> {
  /** The column's name in both engines. */
  readonly name: Name;
  readonly kind: ColumnKind;
  /** The value for an engine. Reads the field directly, because a look-up by name is three times slower. */
  readonly take: (call: CallRecord) => Cell;
  /** Converts an engine's value to the record's. */
  readonly restore: (stored: Stored) => Value;
  /** The schema change that added the column. */
  readonly since: MigrationName | LaterChange;
  /** How a text is limited; `null` if only this program writes it. */
  readonly bound: TextBound | null;
}

export interface TextBound {
  /** In UTF-16 units. */
  readonly max: number;
  /** A client or an upstream can influence the text, so it is checked in every record. */
  readonly isForeign: boolean;
}

/** Durations come from a clock with fractions; the columns hold whole milliseconds. */
export function whole(value: number): number {
  return Number.isFinite(value) ? Math.round(value) : value;
}

/** The cast is safe: only this program writes the column, so the stored value is one that the type allows. */
export function text<Name extends string, Value extends string | null>(
  name: Name,
  since: MigrationName,
  take: (call: CallRecord) => Value,
  bound: TextBound | null,
): CallColumn<Name, Value, Value> {
  return { name, since, kind: 'text', take, restore: (stored) => stored, bound };
}

export function number<Name extends string>(
  name: Name,
  since: MigrationName,
  kind: 'smallint' | 'integer' | 'bigint',
  take: (call: CallRecord) => number,
): CallColumn<Name, bigint, number> {
  return { name, since, kind, take, restore: (stored) => Number(stored), bound: null };
}

export function numberOrNull<Name extends string>(
  name: Name,
  since: MigrationName,
  kind: 'smallint' | 'integer' | 'bigint',
  take: (call: CallRecord) => number | null,
): CallColumn<Name, bigint | null, number | null> {
  return { name, since, kind, take, restore: (stored) => (stored === null ? null : Number(stored)), bound: null };
}

export function flag<Name extends string>(
  name: Name,
  since: MigrationName,
  take: (call: CallRecord) => 0 | 1,
): CallColumn<Name, bigint, boolean> {
  return { name, since, kind: 'flag', take, restore: (stored) => stored !== 0n, bound: null };
}

export function flagOrNull<Name extends string>(
  name: Name,
  since: LaterChange,
  take: (call: CallRecord) => boolean | null,
): CallColumn<Name, bigint | null, boolean | null> {
  const cell = (is: boolean): Cell => (is ? 1 : 0);
  return {
    name,
    since,
    kind: 'flag',
    take: (call) => {
      const is = take(call);
      return is === null ? null : cell(is);
    },
    restore: (stored) => (stored === null ? null : stored !== 0n),
    bound: null,
  };
}

export function amountOrNull<Name extends string>(
  name: Name,
  since: MigrationName,
  take: (call: CallRecord) => bigint | null,
): CallColumn<Name, bigint | null, bigint | null> {
  return { name, since, kind: 'amount', take, restore: (stored) => stored, bound: null };
}

export function amount<Name extends string>(
  name: Name,
  since: MigrationName,
  take: (call: CallRecord) => bigint,
): CallColumn<Name, bigint, bigint> {
  return { name, since, kind: 'amount', take, restore: (stored) => stored, bound: null };
}

export function uuid<Name extends string>(
  name: Name,
  since: MigrationName,
  take: (call: CallRecord) => string,
  restore: (stored: Uint8Array) => string,
): CallColumn<Name, Uint8Array, string> {
  return { name, since, kind: 'uuid', take, restore, bound: null };
}

/** `null` for nearly every call. */
export function document<Name extends string, Value extends object>(
  name: Name,
  since: MigrationName,
  of: (call: CallRecord) => Value | null,
): CallColumn<Name, string | null, Value | null> {
  const take = (call: CallRecord): string | null => {
    const value = of(call);
    return value === null ? null : JSON.stringify(value);
  };
  // The cast is safe: only this program writes the column.
  const restore = (stored: string | null): Value | null => (stored === null ? null : (JSON.parse(stored) as Value));
  return { name, since, kind: 'document', take, restore, bound: null };
}
