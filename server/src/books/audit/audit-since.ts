import { compilerFor, readRows } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';

/** A log of at most this many rows is audited whole every time. */
const shortLogRows = 200_000;

/** From when on an hourly audit adds up again: always for a short log, otherwise only what may have changed. */
export async function auditSince(engine: Engine, sinceMs: number): Promise<{ readonly sinceMs?: number }> {
  const beyond = compilerFor(engine.sql).selectFrom('calls').select('day').limit(1).offset(shortLogRows);
  return (await readRows(engine, 'reports', beyond)).length === 0 ? {} : { sinceMs };
}
