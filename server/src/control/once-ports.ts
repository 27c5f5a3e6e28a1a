/** The row of a request that must be carried out once, written in the unit that carries it out. */
export interface OnceMark {
  /** `null`: operators'. */
  readonly accountId: string | null;
  /** The client's key; unique within the account, or among all operators. */
  readonly key: string;
  /** SHA-256 of its address and content. */
  readonly contentHash: Buffer;
  readonly answer: OnceAnswer;
  readonly atMs: number;
}

export interface OnceAnswer {
  readonly status: 200 | 201;
  /** JSON. */
  readonly body: string;
}

/** Requests carried out under idempotency keys, kept for `idempotencyKeyDays`: no client repeats older ones. */
export interface OnceStore {
  find(accountId: string | null, key: string): Promise<OnceMark | null>;
}
