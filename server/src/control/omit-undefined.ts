type Defined<Fields> = { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** The fields that a request contains. Absent fields are removed, so that they overwrite nothing. */
export function omitUndefined<Fields extends object>(fields: Fields): Defined<Fields> {
  // The cast is safe: exactly the fields with the value `undefined` are removed.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>;
}
