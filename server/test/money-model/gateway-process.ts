import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createCalendar, type Calendar } from '../../src/domain/limits/calendar.ts';
import type { Coordination, Reservation } from '../../src/domain/limits/coordination.ts';
import type { CallRecord, OpenMark } from '../../src/domain/books/call-record.ts';
import { createMemoryCoordination } from '../../src/coordination/memory/memory-coordination.ts';
import type { Clock } from '../../src/platform/clock.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { createBooks } from '../../src/books/commit-queue.ts';
import { blankCall } from '../../src/storage/call-columns.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { lastBookedMs } from '../../src/books/last-booked.ts';
import { recoverOpenCalls } from '../../src/books/recovery.ts';
import { StorageError } from '../../src/storage/storage-error.ts';
import { createFiguresStore } from '../../src/storage/stores/figures-store.ts';
import { ProcessClock } from '../process-clock.ts';

let processes = 0;

/** Everything of the gateway that holds money in memory, as one process start builds it. */
export class GatewayProcess {
  readonly books: ReturnType<typeof createBooks>;
  readonly calendar: Calendar;
  readonly coordination: Coordination;
  readonly reservations = new Map<string, Reservation>();
  readonly #clock: ProcessClock;
  readonly #spillPath: string;

  private constructor(
    engine: Engine,
    clock: ProcessClock,
    disk: { books: ReturnType<typeof createBooks>; spillPath: string },
    bookedMs: number,
  ) {
    this.#clock = clock;
    this.books = disk.books;
    this.#spillPath = disk.spillPath;
    this.calendar = createCalendar('Asia/Shanghai', clock, bookedMs);
    this.coordination = createMemoryCoordination({
      figures: createFiguresStore(engine),
      calendar: this.calendar,
      logger: silentLogger,
    });
  }

  static async start(engine: Engine, machineClock: Clock, folder: string): Promise<GatewayProcess> {
    processes += 1;
    const incarnation = `process-${String(processes)}`;
    const spillPath = join(folder, incarnation);
    const clock = new ProcessClock(machineClock);
    const own = ownedBy(clock, engine);
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
    return new GatewayProcess(own, clock, { books, spillPath }, await lastBookedMs(own));
  }

  /** Ends as a drained process does. */
  async stop(): Promise<void> {
    await this.books.stop();
    await rm(this.#spillPath);
  }

  /** Dies on the spot: nothing more is written, no timer fires. What the database was handed already, it keeps. */
  async kill(): Promise<void> {
    this.#clock.die();
    await this.stop();
  }
}

/** A database that a dead process cannot write to any more. */
function ownedBy(clock: ProcessClock, engine: Engine): Engine {
  return {
    ...engine,
    commitGroup: (group, incarnation) =>
      clock.isAlive ? engine.commitGroup(group, incarnation) : Promise.reject(new StorageError('outage', 'the process is dead')),
  };
}

export function openMark(
  id: string,
  accountId: string,
  keyId: string,
  moment: { atMs: number; day: number; hourStartMs: number },
): OpenMark {
  const { atMs, day, hourStartMs } = moment;
  return {
    id,
    requestTimeMs: atMs,
    accountId,
    subAccountId: null,
    keyId,
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
