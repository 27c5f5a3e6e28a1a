type Defined<Fields> = { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** The fields that a request states; one that is left out is no field at all, so it overlays nothing. */
export function omitUndefined<Fields extends object>(fields: Fields): Defined<Fields> {
  // Exactly the entries that hold `undefined` are dropped, which is what the type says.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>;
}
