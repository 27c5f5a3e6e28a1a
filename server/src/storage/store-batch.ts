import type { Logger } from '../platform/logger.ts';
import { batchSize, groupOf, halves, recordToJson } from './batch.ts';
import type { Batch, Closing } from './batch.ts';
import { compilerFor } from './compiler.ts';
import type { Engine } from './engine.ts';
import { StorageError } from './storage-error.ts';
import { uuidBytes } from './uuid-bytes.ts';

export interface StoreResult {
  readonly duplicates: readonly string[];
  readonly quarantined: number;
}

export interface BatchStore {
  readonly engine: Engine;
  readonly logger: Logger;
  readonly nowMs: () => number;
}

/** A quarantined row keeps the call's id where it has one; nonsense is kept as the bytes it came in. */
function idBytes(id: string): Uint8Array {
  try {
    return uuidBytes(id);
  } catch {
    return Buffer.from(id, 'utf8');
  }
}

async function quarantine(store: BatchStore, closing: Closing, fault: string): Promise<void> {
  const { engine, logger, nowMs } = store;
  const id = idBytes(closing.record.id);
  const query = compilerFor(engine.sql);
  const record = JSON.stringify({ record: recordToJson(closing.record), notices: closing.notices });
  const insert = query.insertInto('quarantined_calls').values({ id, at: nowMs(), record, fault });
  await engine.write(
    [
      { query: insert.onConflict((conflict) => conflict.column('id').doNothing()).compile() },
      { query: query.deleteFrom('open_calls').where('id', '=', id).compile() },
    ],
    [],
  );
  logger.error({ callId: closing.record.id, fault }, 'a call record cannot be stored and is kept in quarantined_calls');
}

/**
 * Commits a batch. If the database refuses the data itself, the batch is halved until the bad entry stands alone: a
 * closed call goes to quarantine, anything else is reported and left out; everything beside it is stored.
 * @throws {StorageError} of fault `outage` when nothing can be stored now; what was stored by then may be stored again.
 */
export async function storeBatch(store: BatchStore, batch: Batch, incarnation: string): Promise<StoreResult> {
  try {
    const { duplicates } = await store.engine.commitGroup(groupOf(batch), incarnation);
    return { duplicates, quarantined: 0 };
  } catch (error) {
    if (error instanceof StorageError && error.fault === 'outage') throw error;
    const fault = error instanceof Error ? error.message : String(error);
    if (batchSize(batch) > 1) {
      const [left, right] = halves(batch);
      const first = await storeBatch(store, left, incarnation);
      const second = await storeBatch(store, right, incarnation);
      return { duplicates: [...first.duplicates, ...second.duplicates], quarantined: first.quarantined + second.quarantined };
    }
    const [closing] = batch.closed;
    if (closing === undefined) store.logger.error({ fault }, 'an open mark or a stray refusal cannot be stored and is left out');
    else await quarantine(store, closing, fault);
    return { duplicates: [], quarantined: batch.closed.length };
  }
}
