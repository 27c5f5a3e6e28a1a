import type { CustomTypesConfig } from 'pg';
import { types } from 'pg';

const { INT2, INT4, INT8, NUMERIC } = types.builtins;

/** Integers, and sums of them (numeric), are returned as bigint. */
export const valueTypes: CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === INT2 || oid === INT4 || oid === INT8) return (text: string) => BigInt(text);
    if (oid === NUMERIC) return (text: string) => (/^-?\d+$/.test(text) ? BigInt(text) : text);
    return types.getTypeParser(oid, format) as (text: string) => unknown;
  },
};

/** Replaces NUL, which PostgreSQL cannot store, so that such a text matches nothing that is stored. */
function holdable(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;
}

/** Converts parameters for the server: flags are integers in every table. */
export function bindable(parameters: readonly unknown[]): unknown[] {
  return parameters.map((value) => {
    if (typeof value === 'string') return holdable(value);
    if (typeof value === 'boolean') return value ? 1 : 0;
    return value === undefined ? null : value;
  });
}

/** A PostgreSQL array of integers as text. The driver's generic serializer is an order of magnitude slower. */
export function numberArray(values: readonly (number | bigint | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : String(value))).join(',')}}`;
}

export function textArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`;
}

/** A PostgreSQL array of `bytea` from UUIDs. */
export function uuidArray(values: readonly string[]): string {
  return `{${values.map((uuid) => `"\\\\x${uuid.replaceAll('-', '')}"`).join(',')}}`;
}
