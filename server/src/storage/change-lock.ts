import { CompiledQuery } from 'kysely';
import type { Engine, UnitStatement } from './engine.ts';

/** Held by a transaction to its end. Every unit with audit entries takes it, on every node. */
export const takeChangeLock = 'select pg_advisory_xact_lock(1953459308, 3)';

/** Waits for a process's running change, which holds this lock from its first read to its last write. */
const takeTurn = 'select pg_advisory_xact_lock(1953459308, 4)';

/** To come first in a unit that no change of another process may overlap. Only PostgreSQL. */
export const outsideChanges: UnitStatement = { query: CompiledQuery.raw(takeTurn) };

/**
 * Must come first in a unit that has no audit entries but continues what such units write, such as the running totals of the ledger: then no
 * other node's change comes in between. Empty if one process uses the database alone.
 */
export function afterOtherChanges(engine: Pick<Engine, 'sql'>): readonly UnitStatement[] {
  return engine.sql === 'sqlite' ? [] : [{ query: CompiledQuery.raw(takeChangeLock) }];
}
