/** A request to a server that somebody has named. */
export interface OutsidePost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The operator's own choice, which may be in a private network. */
  readonly allowPrivate: boolean;
}

export interface OutsideAnswer {
  readonly status: number;
  /** At most 64 KB of it. */
  readonly body: string;
}

/** Why nothing was answered. Its words name no address and no secret. */
export class OutsideError extends Error {
  override readonly name = 'OutsideError';
}

/** Posts to servers that somebody has named: no redirect, ten seconds, nothing but the address that was looked at. @throws {OutsideError} */
export type PostOutside = (post: OutsidePost) => Promise<OutsideAnswer>;
