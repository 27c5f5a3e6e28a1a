import { sql, type RawBuilder } from 'kysely';

/** Whether a column has a text in it, in any case. What `%` and `_` mean in a pattern is taken from them. */
export function contains(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<boolean>`lower(${column}) like ${pattern} escape '\\'`;
}
