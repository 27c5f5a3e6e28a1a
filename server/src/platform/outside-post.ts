/** A request to a server named by a user. */
export interface OutsidePost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For servers chosen by operators, which may be in a private network. */
  readonly allowPrivate: boolean;
}

export interface OutsideAnswer {
  readonly status: number;
  /** At most 64 KB. */
  readonly body: string;
}

/** Why there was no response. The message contains no address and no secret. */
export class OutsideError extends Error {
  override readonly name = 'OutsideError';
}

/**
 * Posts to servers named by users: no redirects, ten seconds, and only to the checked address.
 * @throws {OutsideError}
 */
export type PostOutside = (post: OutsidePost) => Promise<OutsideAnswer>;
