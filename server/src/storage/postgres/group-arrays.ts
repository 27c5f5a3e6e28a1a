import type { CallRecord } from '../../domain/books/call-record.ts';
import type { Cell, ColumnKind } from '../call-column.ts';
import { callColumnList, statusClassOf } from '../call-columns.ts';
import { StorageError } from '../storage-error.ts';
import { numberArray, textArray, uuidArray } from './values.ts';

/** An array parameter of the statement that inserts calls. */
interface ArrayColumn {
  readonly name: string;
  readonly type: string;
  readonly of: (calls: readonly CallRecord[]) => string;
}

type ArrayForm = readonly [type: string, write: (cells: readonly Cell[]) => string];

const numbers = numberArray as ArrayForm[1];
const texts = textArray as ArrayForm[1];

/** The casts are safe: the values of a column are of its kind. */
const forms: Readonly<Record<ColumnKind, ArrayForm>> = {
  uuid: ['bytea', uuidArray as ArrayForm[1]],
  text: ['text', texts],
  document: ['text', texts],
  flag: ['smallint', numbers],
  smallint: ['smallint', numbers],
  integer: ['integer', numbers],
  bigint: ['bigint', numbers],
  amount: ['bigint', numbers],
};

/** The columns of `calls`, each with how a group fills its array. */
export const callArrays: readonly ArrayColumn[] = [
  ...callColumnList.map(({ name, kind, take }): ArrayColumn => {
    const [type, write] = forms[kind];
    return { name, type, of: (calls) => write(calls.map(take)) };
  }),
  { name: 'status_class', type: 'smallint', of: (calls) => numberArray(calls.map(({ status }) => statusClassOf(status))) },
];

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/**
 * Rows by ID, smallest first, so that two nodes that write the same rows cannot deadlock. For several rows with one ID, the first is kept.
 * @throws {StorageError} for an ID that is not a UUID.
 */
export function sortedById<Row extends { readonly id: string }>(rows: readonly Row[]): Row[] {
  const byId = new Map<string, Row>();
  for (const row of rows) {
    if (!uuid.test(row.id)) throw new StorageError('row', 'a call whose id is not a UUID');
    if (!byId.has(row.id)) byId.set(row.id, row);
  }
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}
