import type { Logger } from '../platform/logger.ts';
import { batchSize, groupOf, halves, recordToJson } from './batch.ts';
import type { Batch, Closing } from './batch.ts';
import { compilerFor } from '../storage/compiler.ts';
import type { Engine } from '../storage/engine.ts';
import { StorageError } from '../storage/storage-error.ts';
import { uuidBytes, uuidText } from '../storage/uuid-bytes.ts';

export interface StoreResult {
  readonly duplicates: readonly string[];
  readonly quarantined: number;
}

export interface BatchStore {
  readonly engine: Engine;
  readonly logger: Logger;
  readonly nowMs: () => number;
}

/** The call's ID, under which a quarantined row is stored; for an invalid ID, its bytes. */
function idBytes(id: string): Uint8Array {
  try {
    return uuidBytes(id);
  } catch {
    return Buffer.from(id, 'utf8');
  }
}

/** Stores a row that the database rejects in quarantine under the call's ID, and removes the call's mark. */
export async function keepInQuarantine(
  store: BatchStore,
  entry: { readonly id: Uint8Array; readonly record: string; readonly fault: string },
): Promise<void> {
  const { engine, logger, nowMs } = store;
  const { id, fault } = entry;
  const query = compilerFor(engine.sql);
  // Conflict: the same record is already stored under the same ID.
  const insert = query.insertInto('quarantined_calls').values({ ...entry, at: nowMs() });
  await engine.write(
    [
      { query: insert.onConflict((conflict) => conflict.column('id').doNothing()).compile() },
      { query: query.deleteFrom('open_calls').where('id', '=', id).compile() },
    ],
    [],
  );
  const callId = id.length === 16 ? uuidText(id) : Buffer.from(id).toString('utf8');
  logger.error({ callId, fault }, 'a call record cannot be stored and is kept in quarantined_calls');
}

async function quarantine(store: BatchStore, { record, notices }: Closing, fault: string): Promise<void> {
  const text = JSON.stringify({ record: recordToJson(record), notices });
  await keepInQuarantine(store, { id: idBytes(record.id), record: text, fault });
}

/**
 * Commits a batch. If the database rejects the data itself, the batch is halved until only the bad entry remains. A closed call goes to
 * quarantine; anything else is reported and left out. All other entries are stored.
 * @throws {StorageError} of fault `outage` if nothing can be stored now; entries stored by then may be stored again.
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
    if (closing === undefined) store.logger.error({ fault }, 'an open mark or a stray refusal cannot be stored and is dropped');
    else await quarantine(store, closing, fault);
    return { duplicates: [], quarantined: batch.closed.length };
  }
}
