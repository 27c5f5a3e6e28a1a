/** Calls as a node sees them, in real time with the books on either engine, and what went wrong. */
import assert from 'node:assert/strict';
import { CompiledQuery } from 'kysely';
import type { CallRecord } from '../../src/domain/books/call-record.ts';
import { auditBooks } from '../../src/books/audit/audit-books.ts';
import type { RunningBooks } from '../../src/books/commit-queue.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createIds } from '../../src/platform/ids.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { uuidText } from '../../src/storage/uuid-bytes.ts';
import { markOf, sampleRecord } from '../storage/sample-books.ts';
import { waitFor } from '../wait-for.ts';

const ids = createIds(systemClock);
/** 200 calls per second. */
const callEveryMs = 5;
export const pollMs = 5;

/** Each call is admitted, runs for a while and closes. While admission is not possible, calls are refused. */
export class BooksLoad {
  readonly closed: CallRecord[] = [];
  refused = 0;
  readonly #books: RunningBooks;
  readonly #open: CallRecord[] = [];
  readonly #stop: () => void;

  constructor(books: RunningBooks) {
    this.#books = books;
    this.#stop = systemClock.every(callEveryMs, () => {
      this.#call();
    });
  }

  /** Resolves after this many more calls. */
  async more(calls: number): Promise<void> {
    const before = this.closed.length + this.refused;
    await waitFor(() => this.closed.length + this.refused >= before + calls, { what: 'more calls', everyMs: pollMs });
  }

  async end(): Promise<void> {
    this.#stop();
    for (const record of this.#open.splice(0)) this.#close(record);
    const isNormal = (): boolean => this.#books.accepting && this.#books.stats().state === 'normal';
    await waitFor(isNormal, { what: 'the outage is over', everyMs: pollMs });
    await this.#books.flush();
  }

  #call(): void {
    if (!this.#books.accepting) {
      this.refused += 1;
      return;
    }
    const record = sampleRecord(ids, systemClock.nowMs());
    this.#books.open(markOf(record));
    this.#open.push(record);
    const oldest = this.#open.length > 20 ? this.#open.shift() : undefined;
    if (oldest !== undefined) this.#close(oldest);
  }

  #close(record: CallRecord): void {
    this.closed.push(record);
    this.#books.close(record, []);
  }
}

async function rows(engine: Engine, from: string): Promise<number> {
  return Number((await engine.read('reports', CompiledQuery.raw(`select count(*) as rows from ${from}`)))[0]?.rows);
}

/** What went wrong with the calls of a load, as figures that must be 0. */
export async function harm(engine: Engine, load: BooksLoad) {
  const calls = await engine.read('reports', CompiledQuery.raw('select id, charge from calls'));
  const stored = new Map(calls.map((row) => [uuidText(row.id as Uint8Array), row.charge]));
  const usage = await engine.read(
    'reports',
    CompiledQuery.raw('select sum(calls) as calls, sum(charge) as charge from usage_hours'),
  );
  const expected = load.closed.reduce((sum, record) => sum + record.charge, 0n);
  const report = await auditBooks(engine, { incarnation: null });
  return {
    'settled calls lost': load.closed.filter((record) => stored.get(record.id) !== record.charge).length,
    'calls counted twice': Number((usage[0]?.calls as bigint) - BigInt(load.closed.length)),
    'money too much or too little, nano-CNY': Number((usage[0]?.charge as bigint) - expected),
    'audit difference, nano-CNY': Number(report.differenceNano),
    'audit findings': report.findingsCount,
    'marks of closed calls left': await rows(engine, 'open_calls'),
  };
}

export function assertNoHarm(figures: Readonly<Record<string, number>>): void {
  assert.deepEqual(
    Object.entries(figures).filter(([, figure]) => figure !== 0),
    [],
  );
}
