export interface AttemptRule {
  readonly windowMs: number;
  readonly max: number;
}

export interface Taken {
  readonly allowed: boolean;
  readonly retryAfterMs: number;
}

/** Counts attempts in time windows. A window begins with its first attempt. */
export interface AttemptLimits {
  /** Records one attempt, unless the window is full. */
  take(key: string, rule: AttemptRule): Promise<Taken>;
  /** The result that `take` would have, without counting. */
  look(key: string, rule: AttemptRule): Promise<Taken>;
}
