import { compilerFor, readRows } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';

/** A log with at most this many rows is audited in full every time. */
const shortLogRows = 200_000;

/** The start of an hourly audit: none for a short log, otherwise only the period that may have changed. */
export async function auditSince(engine: Engine, sinceMs: number): Promise<{ readonly sinceMs?: number }> {
  const beyond = compilerFor(engine.sql).selectFrom('calls').select('day').limit(1).offset(shortLogRows);
  return (await readRows(engine, 'reports', beyond)).length === 0 ? {} : { sinceMs };
}
