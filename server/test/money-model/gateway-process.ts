import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { createCalendar, type Calendar } from '../../src/domain/limits/calendar.ts';
import type { Coordination, Reservation } from '../../src/domain/limits/coordination.ts';
import { blankCall, type CallRecord, type OpenMark } from '../../src/domain/books/call-record.ts';
import { createMemoryCoordination } from '../../src/coordination/memory/memory-coordination.ts';
import type { Clock } from '../../src/platform/clock.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { createBooks } from '../../src/books/commit-queue.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { lastBookedMs } from '../../src/books/last-booked.ts';
import { recoverOpenCalls } from '../../src/books/recovery.ts';
import { StorageError } from '../../src/storage/storage-error.ts';
import { createFiguresStore } from '../../src/storage/stores/figures-store.ts';
import { ProcessClock } from '../process-clock.ts';
import { Death } from './death.ts';
import type { SongMaker } from './song-maker.ts';
import { TaskSide } from './task-side.ts';
import type { ModelKey } from './model.ts';

let processes = 0;

/** What outlives a process. */
export interface Surroundings {
  readonly clock: Clock;
  readonly folder: string;
  readonly maker: SongMaker;
}

/** Everything in the gateway that keeps money in memory, as one process start builds it. */
export class GatewayProcess {
  readonly books: ReturnType<typeof createBooks>;
  readonly calendar: Calendar;
  readonly coordination: Coordination;
  readonly reservations = new Map<string, Reservation>();
  readonly taskSide: TaskSide;
  readonly death: Death;
  readonly #clock: ProcessClock;
  readonly #spillPath: string;
  readonly #door: Door;

  private constructor(parts: {
    readonly clock: ProcessClock;
    readonly books: ReturnType<typeof createBooks>;
    readonly spillPath: string;
    readonly calendar: Calendar;
    readonly coordination: Coordination;
    readonly taskSide: TaskSide;
    readonly death: Death;
    readonly door: Door;
  }) {
    this.#clock = parts.clock;
    this.books = parts.books;
    this.#spillPath = parts.spillPath;
    this.calendar = parts.calendar;
    this.coordination = parts.coordination;
    this.taskSide = parts.taskSide;
    this.death = parts.death;
    this.#door = parts.door;
  }

  static async start(engine: Engine, { clock: machineClock, folder, maker }: Surroundings): Promise<GatewayProcess> {
    processes += 1;
    const incarnation = `process-${String(processes)}`;
    const spillPath = join(folder, incarnation);
    const clock = new ProcessClock(machineClock);
    const door = new Door(clock, engine);
    const own = door.engine;
    const books = createBooks({
      engine: own,
      clock,
      logger: silentLogger,
      incarnation,
      spillPath,
      limits: { spillBytes: 65_536 },
    });
    await books.start();
    await recoverOpenCalls(own, { clock, logger: silentLogger, incarnation });
    const calendar = createCalendar('Asia/Shanghai', clock, await lastBookedMs(own));
    const coordination = createMemoryCoordination({ figures: createFiguresStore(own), calendar, logger: silentLogger });
    const death = new Death(() => {
      clock.die();
    });
    const taskSide = await TaskSide.start({ engine: own, clock, incarnation, books, coordination, maker, death });
    return new GatewayProcess({ clock, books, spillPath, calendar, coordination, taskSide, death, door });
  }

  get isAlive(): boolean {
    return this.#clock.isAlive;
  }

  /** Waits until nothing more happens without time passing, or the process is dead. */
  async settleDown(): Promise<void> {
    for (let quietTurns = 0; quietTurns < 3 && this.isAlive;) {
      await turn();
      quietTurns = this.#door.isIdle && this.taskSide.isParked ? quietTurns + 1 : 0;
    }
  }

  /** Ends like a drained process. */
  async stop(): Promise<void> {
    await this.taskSide.runner.stop();
    await this.books.stop();
    await rm(this.#spillPath);
  }

  /** Dies at once: nothing more is written, no timer fires. Data already given to the database is kept. */
  async kill(): Promise<void> {
    this.#clock.die();
    await this.#door.idle();
    await this.stop();
  }
}

/** Access to the database that stops writes of a dead process. */
class Door {
  readonly engine: Engine;
  readonly #clock: ProcessClock;
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(clock: ProcessClock, engine: Engine) {
    this.#clock = clock;
    this.engine = {
      ...engine,
      read: (lane, query) => this.#pass(() => engine.read(lane, query)),
      write: (unit, audit) => this.#pass(() => engine.write(unit, audit)),
      commitGroup: (group, incarnation) => this.#pass(() => engine.commitGroup(group, incarnation)),
    };
  }

  get isIdle(): boolean {
    return this.#underWay.size === 0;
  }

  async idle(): Promise<void> {
    while (!this.isIdle) await Promise.allSettled(this.#underWay);
  }

  #pass<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    if (!this.#clock.isAlive) return Promise.reject(new StorageError('outage', 'the process is dead'));
    const answer = ask().finally(() => this.#underWay.delete(answer));
    this.#underWay.add(answer);
    return answer;
  }
}

export function openMark(
  id: string,
  accountId: string,
  key: ModelKey,
  moment: { atMs: number; day: number; hourStartMs: number },
): OpenMark {
  const { atMs, day, hourStartMs } = moment;
  return {
    id,
    requestTimeMs: atMs,
    accountId,
    subAccountId: key.team.id,
    keyId: key.id,
    endpoint: 'chat.completions',
    model: 'some-model',
    kind: 'chat',
    streamed: false,
    sourceIp: '203.0.113.5',
    priceVersion: 'some-model@1',
    hourStartMs,
    day,
  };
}

export function closedRecord(mark: OpenMark, status: number, charge: bigint): CallRecord {
  return {
    ...blankCall,
    ...mark,
    status,
    inputTokens: 10,
    outputTokens: 5,
    charge,
    upstreamCost: charge / 2n,
    durationMs: 12,
    route: status === 200 ? 'some-provider/some-region' : null,
    attempts: status === 200 ? 1 : 0,
    ending: status === 200 ? 'complete' : 'refused',
    errorCode: status === 200 ? null : 'rate_limit_exceeded',
    error: null,
  };
}
