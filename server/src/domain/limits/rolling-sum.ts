const hourMs = 3_600_000;

/** The hour since the epoch that contains a moment. */
export function hourOf(atMs: number): number {
  return Math.floor(atMs / hourMs);
}

/** An amount over the last hours, kept by the hour: everything in a bucket counts until the whole bucket is past. */
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

  /** The amount that counts at an hour. A clock that went back restores nothing. */
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
