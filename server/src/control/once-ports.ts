/** The row of a request that must be executed only once, written in the unit that executes it. */
export interface OnceMark {
  /** `null` for operators. */
  readonly accountId: string | null;
  /** The client's key, unique within the account or among all operators. */
  readonly key: string;
  /** SHA-256 of the request's URL and content. */
  readonly contentHash: Buffer;
  readonly answer: OnceAnswer;
  readonly atMs: number;
}

export interface OnceAnswer {
  readonly status: 200 | 201;
  /** JSON. */
  readonly body: string;
}

/** Requests executed under idempotency keys, stored for `idempotencyKeyDays`: no client repeats older ones. */
export interface OnceStore {
  find(accountId: string | null, key: string): Promise<OnceMark | null>;
}
