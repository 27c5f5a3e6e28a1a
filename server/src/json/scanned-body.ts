import type { LongString } from './skeleton.ts';

/** Position of one member of the outermost object in the body's bytes. All ends are exclusive. */
export interface MemberSpan {
  /** Decoded. */
  readonly name: string;
  /** At the opening quote of the name. */
  readonly nameStart: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** A string of which `value` contains only the beginning. Positions count from the start of the body. */
export interface PlacedString extends LongString {
  /**
   * Its path from the outermost object: for a member the position of its name (at the quote), for an array element the complement of its
   * index (`~index`). Empty for a string more than 8 levels deep.
   */
  readonly path: readonly number[];
}

/** One part of a form: a text, or a file. */
export interface FormPart {
  /** As the client wrote it, for example `image[]`. */
  readonly name: string;
  /** `null` for a text. Otherwise the client's file name without irrelevant characters, and the declared type. */
  readonly file: { readonly name: string; readonly type: string } | null;
  readonly content: Buffer;
}

/**
 * A JSON request body that was checked while it arrived. `value` is the parsed skeleton, so that megabytes of image never pass through the
 * parser. Of a string of more than a KiB it contains only the beginning; for strings after the first MiB of the body, the limit is 128
 * bytes. `bytes` are what the client sent, without a byte order mark; edits for the upstream are splices of them.
 */
export interface ScannedBody {
  readonly bytes: Buffer;
  readonly value: Readonly<Record<string, unknown>>;
  /** Members of the outermost object, by name. Duplicate names are refused while scanning. */
  readonly members: ReadonlyMap<string, MemberSpan>;
  /** Characters in all strings, by the two classes of the character rule. */
  readonly text: { readonly wide: number; readonly narrow: number };
  /** In order of appearance. */
  readonly longStrings: readonly PlacedString[];
  /** The parts of a form body, whose texts are included in all fields above; `null` if the body was JSON. */
  readonly form: readonly FormPart[] | null;
}

/** Whether a member is present in `bytes` but was treated as unset: no JSON value parses to `undefined`. */
export function isLeftOut({ value }: ScannedBody, name: string): boolean {
  return value[name] === undefined;
}
