import { sql, type RawBuilder } from 'kysely';

/** Whether a column contains a text, ignoring case. `%` and `_` are escaped. */
export function contains(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<boolean>`lower(${column}) like ${pattern} escape '\\'`;
}
