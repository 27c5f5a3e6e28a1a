/** Where one member of the outermost object lies in the body's bytes. All ends are exclusive. */
export interface MemberSpan {
  /** At the opening quote of the name. */
  readonly nameStart: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

/**
 * A JSON request body that has been checked while it arrived. `value` is the parsed skeleton: a string of more than a KiB
 * (128 bytes where it begins behind the first MiB of the body) stands there as its beginning only, so that
 * megabytes of image never pass through the parser.
 * `bytes` are what the client sent (without a byte order mark); edits for the upstream are splices of them.
 */
export interface ScannedBody {
  readonly bytes: Buffer;
  readonly value: Readonly<Record<string, unknown>>;
  /** Members of the outermost object, by name. A name that occurs twice is refused while scanning. */
  readonly members: ReadonlyMap<string, MemberSpan>;
  /** Characters inside strings by the character rule's two classes; long strings that are `data:` URLs are left out. */
  readonly text: { readonly wide: number; readonly narrow: number };
  /** How many `data:` URLs were left out of `text`, and their bytes. */
  readonly dataUrls: number;
  readonly dataUrlBytes: number;
}
