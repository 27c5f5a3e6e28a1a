import type { ClientBase } from 'pg';
import { StorageStartError } from '../storage-error.ts';

/** More queries than a pooler that rotates its connections needs to reach the next one. */
const asked = 4;

async function pidOf(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid()::int as pid');
  return Number(rows[0]?.pid);
}

/**
 * Whether two open connections share server sessions, or one changes between sessions. Locks are then not held by the connection that took
 * them, and settings are lost. A sharing pooler assigns the session used last, or the next one in turn.
 */
async function areShared(one: ClientBase, other: ClientBase): Promise<boolean> {
  const pids = new Set<number>();
  for (let time = 0; time < asked; time += 1) pids.add(await pidOf(one));
  if (pids.size > 1 || pids.has(await pidOf(other))) return true;
  await other.query('begin');
  try {
    return pids.has(await pidOf(other)) || !pids.has(await pidOf(one));
  } finally {
    await other.query('rollback');
  }
}

/** @throws {StorageStartError} behind a pooler that assigns a session for one transaction only. */
export async function refuseSharedSessions(one: ClientBase, other: ClientBase, place: string): Promise<void> {
  if (!(await areShared(one, other))) return;
  throw new StorageStartError(
    `The database ${place} is reached through a pooler that shares sessions between clients: set pool_mode=session there (PgBouncer), or name the server itself in TOLLGATE_DATABASE_URL.`,
  );
}
