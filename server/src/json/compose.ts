/** JSON text in pieces, so that long texts are neither parsed nor copied before everything is joined. */
export type Json = string | Buffer | readonly Json[];

function join(open: string, parts: readonly Json[], close: string): Json {
  return [open, ...parts.flatMap((part, position) => (position === 0 ? [part] : [',', part])), close];
}

/** A list whose values are already JSON. */
export function jsonList(items: readonly Json[]): Json {
  return join('[', items, ']');
}

/** An object whose values are already JSON; `null` members are left out. */
export function jsonObject(members: readonly (readonly [name: string, value: Json | null])[]): Json {
  return join(
    '{',
    members.flatMap(([name, value]) => (value === null ? [] : [[`${JSON.stringify(name)}:`, value]])),
    '}',
  );
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
