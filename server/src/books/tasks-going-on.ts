import { sql } from 'kysely';
import { compilerFor } from '../storage/compiler.ts';
import type { Engine, UnitStatement } from '../storage/engine.ts';
import { uuidBytes, uuidText } from '../storage/uuid-bytes.ts';

const unfinished = sql`state in ('submitting', 'running', 'storing')`;

/** Condition for an open call that is not an unfinished task. */
export const isNoTask = sql<boolean>`not exists (select 1 from tasks where tasks.id = open_calls.id and ${unfinished})`;

/** Which of these calls are tasks that continue. The owner of a task writes its row. */
export async function tasksGoingOn(engine: Engine, callIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (callIds.length === 0) return new Set();
  const query = sql`select id from tasks where ${unfinished} and id in (${sql.join(callIds.map(uuidBytes))})`;
  const rows = await engine.read('hot', query.compile(compilerFor(engine.sql)));
  return new Set(rows.map(({ id }) => uuidText(id as Uint8Array)));
}

/**
 * Ends tasks that an earlier process start may have submitted, which can no longer be determined. They are not submitted again, and are
 * voided like every other open call.
 */
export function failSubmitting(
  engine: Engine,
  whose: { readonly of?: string; readonly notOf: string },
  nowMs: number,
): UnitStatement {
  const owner = whose.of === undefined ? sql`incarnation <> ${whose.notOf}` : sql`incarnation = ${whose.of}`;
  const query = sql`update tasks set state = 'failed', error_code = 'internal_error',
    error = 'the gateway stopped while this task was submitted', ended_at = ${BigInt(nowMs)},
    expires_at = ${BigInt(nowMs + keptMs)}
    where state = 'submitting' and ${owner}`;
  return { query: query.compile(compilerFor(engine.sql)) };
}

/** How long clients can still look up a failed task. */
const keptMs = 7 * 24 * 3_600_000;
