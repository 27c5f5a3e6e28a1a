import type { CustomTypesConfig } from 'pg';
import { types } from 'pg';

const { INT2, INT4, INT8, NUMERIC } = types.builtins;

/** Integers come back as bigint, sums of them (numeric) too. */
export const valueTypes: CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === INT2 || oid === INT4 || oid === INT8) return (text: string) => BigInt(text);
    if (oid === NUMERIC) return (text: string) => (/^-?\d+$/.test(text) ? BigInt(text) : text);
    return types.getTypeParser(oid, format) as (text: string) => unknown;
  },
};

/** A text that PostgreSQL cannot hold, as one that matches nothing it holds. */
function holdable(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;
}

/** Parameters as the server understands them: flags are whole numbers in every table. */
export function bindable(parameters: readonly unknown[]): unknown[] {
  return parameters.map((value) => {
    if (typeof value === 'string') return holdable(value);
    if (typeof value === 'boolean') return value ? 1 : 0;
    return value === undefined ? null : value;
  });
}

/** A PostgreSQL array of whole numbers as text. The driver's own writer is general and an order of magnitude slower. */
export function numberArray(values: readonly (number | bigint | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : String(value))).join(',')}}`;
}

export function textArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`;
}

/** UUIDs as arrays of `bytea`. */
export function uuidArray(values: readonly string[]): string {
  return `{${values.map((uuid) => `"\\\\x${uuid.replaceAll('-', '')}"`).join(',')}}`;
}
