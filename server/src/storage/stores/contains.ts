import { sql, type RawBuilder } from 'kysely';

/** Escapes `%` and `_`. */
function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

/** Whether a column contains a text, ignoring case. `%` and `_` are escaped. */
export function contains(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return sql<boolean>`lower(${column}) like ${`%${escaped(text.toLowerCase())}%`} escape '\\'`;
}

/** Whether a column begins with a text, ignoring case. */
export function begins(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return sql<boolean>`lower(${column}) like ${`${escaped(text.toLowerCase())}%`} escape '\\'`;
}
