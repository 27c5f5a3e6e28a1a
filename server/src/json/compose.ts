/** JSON text in pieces, so that long texts are neither parsed nor copied before everything is joined. */
export type Json = string | Buffer | readonly Json[];

/** A list whose values are already JSON. */
export function jsonList(items: readonly Json[]): Json {
  const pieces: Json[] = ['['];
  for (const item of items) {
    if (pieces.length > 1) pieces.push(',');
    pieces.push(item);
  }
  pieces.push(']');
  return pieces;
}

/** An object whose values are already JSON; `null` members are left out. */
export function jsonObject(members: readonly (readonly [name: string, value: Json | null])[]): Json {
  const pieces: Json[] = [];
  for (const [name, value] of members)
    if (value !== null) pieces.push(`${pieces.length === 0 ? '{' : ','}${JSON.stringify(name)}:`, value);
  pieces.push(pieces.length === 0 ? '{}' : '}');
  return pieces;
}

/** Joins the pieces. */
export function jsonBytes(json: Json): Buffer {
  const parts: Buffer[] = [];
  let text = '';
  const add = (piece: Json): void => {
    if (typeof piece === 'string') text += piece;
    else if (Buffer.isBuffer(piece)) {
      parts.push(Buffer.from(text), piece);
      text = '';
    } else for (const inner of piece) add(inner);
  };
  add(json);
  parts.push(Buffer.from(text));
  return Buffer.concat(parts);
}
