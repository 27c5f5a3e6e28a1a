export interface AttemptRule {
  readonly windowMs: number;
  readonly max: number;
}

export interface Taken {
  readonly allowed: boolean;
  readonly retryAfterMs: number;
}

/** Counts of attempts in windows of time. A window begins with its first attempt. */
export interface AttemptLimits {
  /** Records one attempt, unless the window is full. */
  take(key: string, rule: AttemptRule): Promise<Taken>;
  /** The answer of `take`, without counting. */
  look(key: string, rule: AttemptRule): Promise<Taken>;
}
