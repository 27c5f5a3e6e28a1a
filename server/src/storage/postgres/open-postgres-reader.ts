import { systemClock } from '../../platform/clock.ts';
import type { Engine } from '../engine.ts';
import { readOnlyEngine } from '../read-only-engine.ts';
import { Readers } from './readers.ts';

const manners = { statementTimeoutMs: 60_000, idleInTransactionMs: 60_000, readOnly: true };
/** How long to wait for a server that restarts. */
const patienceMs = 20_000;

/** Opens a read-only engine over separate connections. */
export function openPostgresReader(url: string): Engine {
  const retryPolicy = { clock: systemClock, waitMs: patienceMs, isClosed: () => false };
  const readers = new Readers({ url, manners, connectionsMax: 1, retryPolicy, prepared: false });
  return readOnlyEngine({ sql: 'postgres', read: (_lane, query) => readers.read(query), close: () => readers.close() });
}
