import { setImmediate as turn } from 'node:timers/promises';
import type { Logger } from '../../../src/platform/logger.ts';
import type { Chance } from '../chance.ts';
import { Trace } from '../trace.ts';
import { WorldClock } from '../world-clock.ts';
import { lostMessage } from './database-door.ts';
import { SharedDatabase } from './shared-database.ts';
import { SharedRedis } from './shared-redis.ts';

export const zone = 'Asia/Shanghai';
/** In two of three worlds a day ends, in one of them also a month. */
const beginnings = ['2026-11-21T12:00', '2026-11-21T23:59:20', '2026-11-30T23:59:20'];
const giveUpAfterMs = 120_000;
const violationsMax = 10;

export interface StageOptions {
  readonly chance: Chance;
  /** Of an empty server. */
  readonly redisUrl: string;
  readonly traceFile: string | null;
}

/** Shared by everything in a simulated fleet: time, servers, and the trace of events. */
export class FleetStage {
  readonly chance: Chance;
  readonly clock: WorldClock;
  readonly redis: SharedRedis;
  readonly database: SharedDatabase;
  readonly violations: string[] = [];
  readonly #trace: Trace;

  constructor({ chance, redisUrl, traceFile }: StageOptions) {
    this.chance = chance;
    this.clock = new WorldClock(Temporal.PlainDateTime.from(chance.pick(beginnings)).toZonedDateTime(zone).epochMilliseconds);
    this.#trace = new Trace(traceFile);
    this.redis = new SharedRedis(redisUrl);
    this.database = new SharedDatabase(this.clock);
  }

  get digest(): string {
    return this.#trace.digest();
  }

  /** Advances to the next event, and until all its effects have occurred. */
  async step(): Promise<void> {
    this.clock.step();
    await turn();
    await this.redis.settled();
  }

  /** Advances the world until this has settled. */
  async until<Value>(promise: Promise<Value>, what: string): Promise<Value> {
    const state = { isSettled: false };
    const settle = (): void => {
      state.isSettled = true;
    };
    promise.then(settle, settle);
    await turn();
    const giveUpAtMs = this.clock.monotonicMs() + giveUpAfterMs;
    while (!state.isSettled) {
      if (this.clock.monotonicMs() > giveUpAtMs) throw new Error(`waited in vain for ${what}`);
      await this.step();
    }
    return promise;
  }

  pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.clock.after(ms, resolve));
  }

  /** Runs something in the background. */
  spawn(action: () => Promise<void>): void {
    action().catch((error: unknown) => {
      this.report(`something failed that must not: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    });
  }

  readonly note = (kind: string, detail: string): void => {
    this.#trace.add(this.clock.monotonicMs(), kind, detail);
  };

  readonly report = (violation: string): void => {
    this.note('VIOLATION', violation);
    if (this.violations.length < violationsMax) this.violations.push(violation);
  };

  logger(incarnation: string): Logger {
    const tell = (fields: object, message: string): void => {
      this.note('log', `${incarnation} ${message}`);
      const told = JSON.stringify(fields);
      if (message === 'coordination could not be restored' && !told.includes(lostMessage))
        this.report(`alarm: ${message} ${told}`);
    };
    return { debug: () => undefined, info: tell, warn: tell, error: tell };
  }
}
