import { sql } from 'kysely';
import type { LastUse } from './call-ports.ts';
import { compilerFor, readRows } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';
import { uuidTimeMs } from '../../storage/uuid-bytes.ts';

/** Classes of final statuses, by which the index separates the calls of a key. */
const statusClasses = sql.join(
  [2n, 3n, 4n, 5n].map((statusClass) => sql`select cast(${sql.lit(statusClass)} as bigint) as status_class`),
  sql` union all `,
);

/** The last call of each key. It is the end of one index range per status class. */
export async function lastUses(engine: Engine, keyIds: readonly string[]): Promise<readonly LastUse[]> {
  if (keyIds.length === 0) return [];
  const db = compilerFor(engine.sql);
  const tops = sql<{ key_id: string; id: Uint8Array | null }>`select k.id as key_id, (select c.id from calls c
      where c.key_id = k.id and c.status_class = s.status_class order by c.id desc limit 1) as id
    from keys k cross join (${statusClasses}) s where k.id in (${sql.join(keyIds)})`.compile(db);
  const newest = new Map<string, Uint8Array>();
  for (const { key_id: keyId, id } of await readRows(engine, 'reports', { compile: () => tops })) {
    const known = newest.get(keyId);
    if (id !== null && (known === undefined || Buffer.compare(id, known) > 0)) newest.set(keyId, id);
  }
  if (newest.size === 0) return [];
  const query = db
    .selectFrom('calls')
    .select(['id', 'key_id', 'source_ip'])
    .where('id', 'in', [...newest.values()]);
  const rows = await readRows(engine, 'reports', query);
  return rows.map((row) => ({ keyId: row.key_id, atMs: uuidTimeMs(row.id), sourceIp: row.source_ip }));
}
