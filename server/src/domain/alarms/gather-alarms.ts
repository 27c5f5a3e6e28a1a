import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { gatheredOf, type AlarmLog, type GatheredAlarm, type OperatorAlarm, type OperatorAlarms } from './operator-alarms.ts';

/** Delay before the first write, so that alarms raised together are written together. */
const firstWriteAfterMs = 500;
/** Minimum interval between writes to the database, however often alarms are raised. */
const writeEveryMs = 5000;
/** Maximum number of distinct alarms held between two writes; further ones are only counted. */
const heldMax = 300;

export interface GatherAlarmsOptions {
  readonly clock: Pick<Clock, 'nowMs' | 'after'>;
  readonly logger: Logger;
  readonly log: AlarmLog;
}

/** Collects alarms in memory and writes them to the log shortly afterwards. Alarms in memory are lost if the process dies. */
export class GatheredAlarms implements OperatorAlarms {
  readonly #options: GatherAlarmsOptions;
  #held = new Map<string, GatheredAlarm>();
  #leftOut = 0;
  #cancel: (() => void) | null = null;
  #writing: Promise<void> | null = null;
  #isAway = false;

  constructor(options: GatherAlarmsOptions) {
    this.#options = options;
  }

  raise(alarm: OperatorAlarm): void {
    this.#hold(gatheredOf(alarm, this.#options.clock.nowMs()));
    if (this.#writing === null) this.#cancel ??= this.#options.clock.after(firstWriteAfterMs, () => void this.#write());
  }

  /** Writes the collected alarms. Never rejects. */
  async stop(): Promise<void> {
    await this.#writing;
    this.#cancel?.();
    await this.#put();
    this.#cancel?.();
  }

  #hold(alarm: GatheredAlarm): void {
    const name = `${alarm.kind} ${alarm.subject}`;
    const known = this.#held.get(name);
    if (known === undefined && this.#held.size >= heldMax) this.#leftOut += 1;
    else {
      const { count = 0, firstAtMs = alarm.firstAtMs } = known ?? {};
      this.#held.set(name, { ...alarm, count: count + alarm.count, firstAtMs: Math.min(firstAtMs, alarm.firstAtMs) });
    }
  }

  async #write(): Promise<void> {
    this.#writing = this.#put();
    await this.#writing;
    this.#writing = null;
    // Start the interval even if nothing was written, so that alarms raised in the meantime wait for it.
    this.#cancel = this.#options.clock.after(writeEveryMs, () => {
      this.#cancel = null;
      if (this.#held.size > 0) void this.#write();
    });
  }

  async #put(): Promise<void> {
    const alarms = [...this.#held.values()];
    if (alarms.length === 0) return;
    this.#held = new Map();
    try {
      await this.#options.log.add(alarms);
      if (this.#leftOut > 0) this.#options.logger.warn({ leftOut: this.#leftOut }, 'more alarms were raised than can be kept');
      this.#leftOut = 0;
      this.#isAway = false;
    } catch (error) {
      if (!this.#isAway) this.#options.logger.warn({ reason: String(error) }, 'could not store alarms');
      this.#isAway = true;
      for (const alarm of alarms) this.#hold(alarm);
    }
  }
}
