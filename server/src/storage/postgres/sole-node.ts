import type { ClientBase } from 'pg';
import { IncarnationFenced, StorageError } from '../storage-error.ts';
import { sqlState } from './fault.ts';

/** Held by the session that commits calls: a session that cannot get the lock cannot commit. */
const takeLock = 'select pg_advisory_lock(1953459308, 2)';
const endSession = `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 1953459308 and objid = 2
  and granted and database = (select oid from pg_database where datname = current_database())`;
/** Long enough for a process that is just ending. */
const waitForLock = "set lock_timeout = '2s'";
const lockNotAvailable = '55P03';

const readHolder = "select value from settings where name = 'sole_node'";
const writeHolder = `insert into settings (name, value) values ('sole_node', $1)
  on conflict (name) do update set value = excluded.value`;

/** The database is in use by another process that assumes it is alone. */
export class SoleNodeTaken extends StorageError {
  constructor() {
    super('outage', 'another process has taken the database for itself');
  }
}

/** Reserves a database for one process. */
export interface SoleNode {
  /**
   * Takes the lock on a new connection, which holds it until it closes.
   * @throws {SoleNodeTaken} if another process has the lock.
   * @throws {IncarnationFenced} if another process had the lock since this one lost it: the memory of this process is then outdated.
   */
  take(client: ClientBase): Promise<void>;
}

async function isHolder(client: ClientBase, holder: string): Promise<boolean> {
  const { rows } = await client.query<{ value: string }>(readHolder);
  return rows[0]?.value === holder;
}

/** Waits a moment for the lock; returns `false` if another session keeps it. */
async function tryLock(client: ClientBase): Promise<boolean> {
  try {
    await client.query(takeLock);
    return true;
  } catch (error) {
    if (sqlState(error) === lockNotAvailable) return false;
    throw error;
  }
}

export function createSoleNode(holder: string): SoleNode {
  let wasTaken = false;

  /** Replaces a session of this same process that the server still considers alive, because the network failed without a message. */
  async function lockInPlaceOfOwn(client: ClientBase): Promise<boolean> {
    if (!wasTaken || !(await isHolder(client, holder))) return false;
    await client.query(endSession);
    return await tryLock(client);
  }

  return {
    async take(client) {
      const { rows } = await client.query<{ timeout: string }>("select current_setting('lock_timeout') as timeout");
      await client.query(waitForLock);
      if (!(await tryLock(client)) && !(await lockInPlaceOfOwn(client))) throw new SoleNodeTaken();
      await client.query("select set_config('lock_timeout', $1, false)", [rows[0]?.timeout ?? '0']);
      if (wasTaken && !(await isHolder(client, holder))) throw new IncarnationFenced(holder);
      if (!wasTaken) await client.query(writeHolder, [holder]);
      wasTaken = true;
    },
  };
}
