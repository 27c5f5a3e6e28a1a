import { systemClock } from '../../platform/clock.ts';
import type { Engine } from '../engine.ts';
import { readOnlyEngine } from '../read-only-engine.ts';
import { Readers } from './readers.ts';

const manners = { statementTimeoutMs: 60_000, idleInTransactionMs: 60_000, readOnly: true };
/** A server that is restarted is waited for. */
const patienceMs = 20_000;

/** Reads a database over a separate connection. */
export function openPostgresReader(url: string): Engine {
  const retryPolicy = { clock: systemClock, waitMs: patienceMs, isClosed: () => false };
  const readers = new Readers({ url, manners, connectionsMax: 1, retryPolicy, prepared: false });
  return readOnlyEngine({ sql: 'postgres', read: (_lane, query) => readers.read(query), close: () => readers.close() });
}
