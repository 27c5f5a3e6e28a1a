import type { Client } from 'pg';
import { StorageStartError } from '../storage-error.ts';

/** A node that ended without a message counts as running for this long. Heartbeats are sent twice a second. */
const silentMsMax = 30_000;

const hasNodes = "select to_regclass('nodes') is not null as known";
const liveNodes = `select name from nodes where state = 'live'
  and heartbeat_at > (extract(epoch from clock_timestamp()) * 1000)::bigint - $1 order by name`;
/** The lock that a process without coordination holds; see `sole-node.ts`. */
const soleNode = `select 1 from pg_locks where locktype = 'advisory' and classid = 1953459308 and objid = 2
  and granted and database = (select oid from pg_database where datname = current_database())`;

/**
 * Runs before a schema change that older programs cannot work with.
 * @throws {StorageStartError} while one of them is running.
 */
export async function expectNoOlderNode(client: Client, place: string): Promise<void> {
  const { rows } = await client.query<{ known: boolean }>(hasNodes);
  if (rows[0]?.known !== true) return;
  const live = await client.query<{ name: string }>(liveNodes, [silentMsMax]);
  const sole = await client.query(soleNode);
  const running = [...live.rows.map(({ name }) => name), ...(sole.rows.length > 0 ? ['a process that is alone'] : [])];
  if (running.length === 0) return;
  throw new StorageStartError(
    `The database ${place} is in use by an older version of this program, which cannot work beside this one (${running.join(', ')}). Stop it everywhere and start again. What was killed counts as running for ${String(silentMsMax / 1000)} seconds.`,
  );
}
