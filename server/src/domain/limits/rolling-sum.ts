const hourMs = 3_600_000;

/** The number of the hour since the epoch. */
export function hourOf(atMs: number): number {
  return Math.floor(atMs / hourMs);
}

/** An amount over the last hours, in hourly buckets: a bucket counts in full until all of it is past. */
export class RollingSum {
  readonly hours: number;
  readonly #byHour = new Map<number, bigint>();
  #total = 0n;
  #newest = 0;

  constructor(hours: number) {
    this.hours = hours;
  }

  add(hour: number, amount: bigint): void {
    if (amount === 0n) return;
    this.#byHour.set(hour, this.in(hour) + amount);
    this.#total += amount;
  }

  /** The amount that counts in an hour. A clock that was set back restores nothing. */
  at(hour: number): bigint {
    if (hour > this.#newest) {
      this.#newest = hour;
      for (const [bucket, amount] of this.#byHour) {
        if (hour - bucket <= this.hours) continue;
        this.#byHour.delete(bucket);
        this.#total -= amount;
      }
    }
    return this.#total;
  }

  /** The amount added for one hour. */
  in(hour: number): bigint {
    return this.#byHour.get(hour) ?? 0n;
  }
}
