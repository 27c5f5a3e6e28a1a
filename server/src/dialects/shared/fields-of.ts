export type Fields = Readonly<Record<string, unknown>>;

/** What an upstream sent, as an object; without any members where it is none. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}
