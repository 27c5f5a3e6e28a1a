export type Fields = Readonly<Record<string, unknown>>;

/** An upstream's value as an object; empty if it is not one. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}
