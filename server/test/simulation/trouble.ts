import type { Chance } from './chance.ts';
import type { MemoryDisk } from './memory-disk.ts';
import type { DatabaseFault, SimulatedDatabase } from './simulated-database.ts';
import type { WorldClock } from './world-clock.ts';

/** For this long after a fault, delayed work can still wait. */
const fadesMs = 8_000;

export interface TroubleOptions {
  readonly clock: WorldClock;
  readonly chance: Chance;
  readonly database: SimulatedDatabase;
  readonly disk: MemoryDisk;
  readonly note: (kind: string, detail: string) => void;
}

/** Breaks the database and the disk temporarily, one fault at a time each. */
export class Trouble {
  faults = 0;
  readonly #options: TroubleOptions;
  #lastAtMs = -Infinity;

  constructor(options: TroubleOptions) {
    this.#options = options;
  }

  /** Whether nothing is broken, and nothing was for a while. */
  get isOver(): boolean {
    return this.#options.clock.monotonicMs() - this.#lastAtMs > fadesMs;
  }

  breakDatabase(): void {
    const { database, chance } = this.#options;
    const weights = { full: 2, 'failed commit': 3, 'lost answer': 3, stalled: 3, unreadable: 1 };
    const fault = chance.weighted<Exclude<DatabaseFault, 'none'>>(weights);
    database.fault = fault;
    this.#begin(`database ${fault}`, () => {
      database.fault = 'none';
    });
  }

  breakDisk(): void {
    const { disk, chance } = this.#options;
    disk.fault = chance.pick(['full', 'io']);
    this.#begin(`disk ${disk.fault}`, () => {
      disk.fault = 'none';
    });
  }

  /** Repairs everything at once. */
  end(): void {
    this.#options.database.fault = 'none';
    this.#options.disk.fault = 'none';
  }

  #begin(what: string, mend: () => void): void {
    const { clock, chance, note } = this.#options;
    const forMs = chance.skewed(50, 10_000);
    this.faults += 1;
    this.#lastAtMs = Math.max(this.#lastAtMs, clock.monotonicMs() + forMs);
    note('fault', what);
    clock.after(forMs, mend);
  }
}
