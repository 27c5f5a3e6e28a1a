import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ProbesReader } from './probes.ts';
import type { Incident } from './incident.ts';
import { levelOfSlot, slotMs, type AvailabilityLevel } from './slot-rule.ts';
import type { DayRow, FigureRow, LatestSlot, StatusReader } from './status-store.ts';

const freshMs = 10_000;
/** Once there is something to show, a database read that takes longer is not awaited. */
const patienceMs = 500;
/** A read that takes longer is cancelled. */
const readingMsMax = 15_000;
const daysShown = 90;
/** Older observations say nothing about the present. */
const recentMs = 3 * slotMs;

export interface IncidentsReader {
  /** The newest incidents, and all that are open. */
  recent(): Promise<readonly Incident[]>;
}

export interface StatusBoardOptions {
  readonly reader: StatusReader;
  readonly incidents: IncidentsReader;
  /** Slots that were judged by our own calls. */
  readonly probes?: Pick<ProbesReader, 'judgedSince'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** YYYYMMDD in the service's time zone. */
  readonly dayOf: (ms: number) => number;
}

/** The state of everything at the last read. */
export interface StatusSnapshot {
  readonly readAtMs: number;
  readonly days: ReadonlyMap<string, readonly DayRow[]>;
  readonly figures: ReadonlyMap<string, readonly FigureRow[]>;
  readonly latest: ReadonlyMap<string, LatestSlot>;
  readonly incidents: readonly Incident[];
  /** Models whose latest slot was judged by our own calls. */
  readonly probed: ReadonlySet<string>;
}

/**
 * The state of everything, in memory. It is read at most every few seconds, regardless of the number of clients. While the database is
 * unavailable, the last known state is returned.
 */
export class StatusBoard {
  readonly #options: StatusBoardOptions;
  #snapshot: StatusSnapshot | null = null;
  #reading: { readonly ended: Promise<void>; readonly sinceMs: number } | null = null;
  #tryAgainMs = -Infinity;

  constructor(options: StatusBoardOptions) {
    this.#options = options;
  }

  /** @throws the error of the first read. */
  async read(): Promise<StatusSnapshot> {
    const { clock } = this.#options;
    const isDue = clock.monotonicMs() >= this.#tryAgainMs;
    if (this.#snapshot !== null && !isDue && this.#reading === null) return this.#snapshot;
    if (this.#snapshot === null) await this.#readAnew();
    else await Promise.race([this.#readAnew().catch(() => undefined), patience(clock)]);
    const snapshot = this.#snapshot;
    if (snapshot === null) throw new Error('the status could not be read');
    return snapshot;
  }

  /** Makes the next `read` load again. */
  forget(): void {
    this.#tryAgainMs = -Infinity;
  }

  /** The current state of a model. */
  static levelOf({ latest }: StatusSnapshot, model: string, nowMs: number): AvailabilityLevel {
    const slot = latest.get(model);
    return slot === undefined || slot.startMs < nowMs - recentMs ? 'unknown' : levelOfSlot(slot);
  }

  #readAnew(): Promise<void> {
    const nowMs = this.#options.clock.monotonicMs();
    const running = this.#reading;
    if (running !== null && nowMs - running.sinceMs < readingMsMax) return running.ended;
    const reading = {
      sinceMs: nowMs,
      ended: this.#load().finally(() => {
        this.#tryAgainMs = this.#options.clock.monotonicMs() + freshMs;
        if (this.#reading === reading) this.#reading = null;
      }),
    };
    this.#reading = reading;
    return reading.ended;
  }

  async #load(): Promise<void> {
    const { reader, incidents, probes, clock, logger, dayOf } = this.#options;
    const nowMs = clock.nowMs();
    try {
      const [days, figures, slots, recent, judged] = await Promise.all([
        reader.days(dayOf(nowMs - (daysShown - 1) * 86_400_000)),
        reader.figures(),
        reader.latestSlots(nowMs - recentMs - slotMs),
        incidents.recent(),
        probes?.judgedSince(nowMs - recentMs - slotMs) ?? [],
      ]);
      const latest = new Map<string, LatestSlot>();
      for (const slot of slots) if (!latest.has(slot.model)) latest.set(slot.model, slot);
      this.#snapshot = {
        readAtMs: nowMs,
        days: Map.groupBy(days, ({ model }) => model),
        figures: Map.groupBy(figures, ({ model }) => model),
        latest,
        incidents: recent,
        probed: new Set(judged.filter(({ model, startMs }) => latest.get(model)?.startMs === startMs).map(({ model }) => model)),
      };
    } catch (error) {
      logger.warn({ reason: String(error) }, 'could not load the status; the last known one is shown');
      throw error;
    }
  }
}

function patience(clock: Clock): Promise<void> {
  return new Promise((resolve) => clock.after(patienceMs, resolve));
}
