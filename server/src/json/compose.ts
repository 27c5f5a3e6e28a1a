/** JSON text. */
export type Json = string | Buffer;

function join(open: string, parts: readonly Json[], close: string): Buffer {
  const pieces = [open, ...parts.flatMap((part, position) => (position === 0 ? [part] : [',', part])), close];
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}

/** A list of values that are JSON already, so that long texts are copied and never parsed. */
export function jsonList(items: readonly Json[]): Buffer {
  return join('[', items, ']');
}

/** An object of members whose values are JSON already; those that are `null` here are left out. */
export function jsonObject(members: readonly (readonly [name: string, value: Json | null])[]): Buffer {
  const set = members.flatMap(([name, value]) =>
    value === null
      ? []
      : [Buffer.concat([Buffer.from(`${JSON.stringify(name)}:`), typeof value === 'string' ? Buffer.from(value) : value])],
  );
  return join('{', set, '}');
}
