import { CompiledQuery } from 'kysely';
import type { Engine, UnitStatement } from './engine.ts';

/** Held by a transaction until it ends. Every unit with audit entries takes this lock, on every node. */
export const takeChangeLock = 'select pg_advisory_xact_lock(1953459308, 3)';

/** Waits for the running change of another process, which holds this lock from its first read to its last write. */
const takeTurn = 'select pg_advisory_xact_lock(1953459308, 4)';

/** Must come first in a unit that must not overlap a change of another process. PostgreSQL only. */
export const outsideChanges: UnitStatement = { query: CompiledQuery.raw(takeTurn) };

/**
 * Must come first in a unit without audit entries that continues what units with them write, such as running totals of the ledger. No other
 * node can then write a change in between. Empty if one process has the database to itself.
 */
export function afterOtherChanges(engine: Pick<Engine, 'sql'>): readonly UnitStatement[] {
  return engine.sql === 'sqlite' ? [] : [{ query: CompiledQuery.raw(takeChangeLock) }];
}
