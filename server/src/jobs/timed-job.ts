export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** A timed job. Every run is safe to interrupt anywhere and to repeat. */
export interface TimedJob {
  readonly name: string;
  readonly everyMs: number;
  /** @param holder the holder of the job's lease: a run writes only while the lease is valid. */
  run(holder: string): Promise<void>;
}
