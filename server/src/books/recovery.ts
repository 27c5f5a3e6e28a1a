import { blankCall, type CallRecord, type OpenMark } from '../domain/books/call-record.ts';
import { momentIn } from '../domain/limits/calendar.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { Closing } from './batch.ts';
import { compilerFor, readRows } from '../storage/compiler.ts';
import type { Engine } from '../storage/engine.ts';
import { StorageStartError } from '../storage/storage-error.ts';
import { failSubmitting, isNoTask, tasksGoingOn } from './tasks-going-on.ts';
import { keepInQuarantine, storeBatch } from './store-batch.ts';
import type { BatchStore } from './store-batch.ts';
import { uuidBytes, uuidText, uuidTimeMs } from '../storage/uuid-bytes.ts';

const chunk = 500;

interface MarkRow {
  readonly id: Uint8Array;
  readonly mark: string;
}

/** What is known of a call whose process died: it was admitted, and it costs nothing. */
function interruptedRecord(mark: OpenMark, nowMs: number): CallRecord {
  return {
    ...blankCall,
    ...mark,
    status: 500,
    durationMs: Math.max(0, nowMs - mark.requestTimeMs),
    ending: 'interrupted',
    errorCode: 'internal_error',
    error: 'the gateway stopped while this call was running',
  };
}

/** The mark as a record under the ID of its row; `null` if it is unreadable. */
function recordOf({ id, mark }: MarkRow, nowMs: number): CallRecord | null {
  if (id.length !== 16) return null;
  try {
    return { ...interruptedRecord(JSON.parse(mark) as OpenMark, nowMs), id: uuidText(id) };
  } catch {
    return null;
  }
}

/** Removes every row it is given from `open_calls`: to the log, or to quarantine if it is damaged. */
async function closeAll(store: BatchStore, rows: readonly MarkRow[], incarnation: string): Promise<void> {
  const closed: Closing[] = [];
  for (const row of rows) {
    const record = recordOf(row, store.nowMs());
    if (record === null) await keepInQuarantine(store, { id: row.id, record: row.mark, fault: 'the mark cannot be read' });
    else closed.push({ record, notices: [] });
  }
  if (closed.length > 0) await storeBatch(store, { closed, opened: [], strays: [] }, incarnation);
}

export interface RecoveryOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** This process start, which owns the rows it writes. */
  readonly incarnation: string;
  /** The incarnation whose open calls are closed; if absent, those of all others. */
  readonly of?: string;
}

function storeOf(engine: Engine, { clock, logger }: RecoveryOptions): BatchStore {
  return { engine, logger, nowMs: () => clock.nowMs() };
}

/**
 * Writes rows with charge 0 for calls of a process that has ended, of which only the value in their marks is known. A call that has a row
 * keeps it.
 */
export async function voidCalls(engine: Engine, marks: readonly OpenMark[], options: RecoveryOptions): Promise<void> {
  const closed = marks.map((mark) => ({ record: interruptedRecord(mark, options.clock.nowMs()), notices: [] }));
  for (let at = 0; at < closed.length; at += chunk) {
    const some = { closed: closed.slice(at, at + chunk), opened: [], strays: [] };
    await storeBatch(storeOf(engine, options), some, options.incarnation);
  }
}

/** A call whose admission is known only to coordination. */
interface OrphanedCall {
  readonly callId: string;
  readonly accountId: string;
  readonly keyId: string;
}

function markOf({ callId, accountId, keyId }: OrphanedCall, timeZone: string): OpenMark {
  const requestTimeMs = uuidTimeMs(uuidBytes(callId));
  const { hourStartMs, day } = momentIn(requestTimeMs, timeZone);
  return {
    id: callId,
    requestTimeMs,
    accountId,
    keyId,
    hourStartMs,
    day,
    subAccountId: null,
    endpoint: 'unknown',
    model: null,
    kind: null,
    streamed: false,
    sourceIp: '',
    priceVersion: null,
  };
}

/** Like {@link voidCalls}, for calls without a mark, except tasks that continue. */
export async function voidOrphans(
  engine: Engine,
  calls: readonly OrphanedCall[],
  options: RecoveryOptions & { readonly timeZone: string },
): Promise<void> {
  const goingOn = await tasksGoingOn(
    engine,
    calls.map(({ callId }) => callId),
  );
  const marks = calls.filter(({ callId }) => !goingOn.has(callId)).map((call) => markOf(call, options.timeZone));
  await voidCalls(engine, marks, options);
}

/**
 * Turns every call that an earlier process left open into a log row with charge 0, and removes its mark in the same transaction. Tasks at
 * an upstream continue. Run this once at start, after the spill file was replayed and before the first request. Returns the number of
 * calls.
 * @throws {StorageStartError} if nothing can be stored now.
 */
export async function recoverOpenCalls(engine: Engine, options: RecoveryOptions): Promise<number> {
  const { incarnation, of } = options;
  const store = storeOf(engine, options);
  const marks = compilerFor(engine.sql)
    .selectFrom('open_calls')
    .select(['id', 'mark'])
    .where('incarnation', of === undefined ? '<>' : '=', of ?? incarnation)
    .where(isNoTask)
    .orderBy('id')
    .limit(chunk);
  let recovered = 0;
  try {
    const whose = of === undefined ? { notOf: incarnation } : { of, notOf: incarnation };
    await engine.write([failSubmitting(engine, whose, store.nowMs())], []);
    for (;;) {
      const rows = await readRows(engine, 'hot', marks);
      if (rows.length === 0) return recovered;
      await closeAll(store, rows, incarnation);
      recovered += rows.length;
    }
  } catch (error) {
    throw new StorageStartError(
      `The calls that an earlier process left open cannot be stored (${String(error)}): check the free space and the state of the database, then start again.`,
      error,
    );
  }
}
