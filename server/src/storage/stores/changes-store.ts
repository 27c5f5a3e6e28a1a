import { sql, type RawBuilder } from 'kysely';
import type { ChangeRow, ChangesStore } from '../../fleet/ports.ts';
import { CoalescedTask } from '../../platform/coalesced-task.ts';
import { compilerFor } from '../compiler.ts';
import type { Engine, UnitStatement } from '../engine.ts';
import { wholeNumber } from '../whole-number.ts';

const rowsPerRead = 500;
/** Small, so that no unit delays another for long. */
const rowsPerUnit = 500;
/** The database's own clock. */
const nowMs = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
const kinds: readonly ChangeRow['kind'][] = ['account', 'plan', 'catalog', 'news'];

/**
 * A statement that announces a change to the other nodes, to be added to the unit that makes it. Empty if one process has the database to
 * itself.
 */
export function changed(
  engine: Pick<Engine, 'sql'>,
  kind: ChangeRow['kind'],
  objectId: string | RawBuilder<string> = '',
): readonly UnitStatement[] {
  if (engine.sql === 'sqlite') return [];
  const query = sql`insert into changes (kind, object_id, at)
    values (${kind}, cast(${objectId} as text), ${nowMs})`;
  return [{ query: query.compile(compilerFor(engine.sql)) }];
}

/** The changes, in order. Units with changes are committed one after another, so numbers become visible in order. */
export function createChangesStore(engine: Engine): ChangesStore {
  const db = compilerFor(engine.sql);
  let latest = 0;
  // Read with every account that is loaded. Concurrent requests share one query, which starts after they were made.
  const reading = new CoalescedTask(async () => {
    const [row] = await engine.read('hot', sql`select coalesce(max(seq), 0) as seq from changes`.compile(db));
    latest = Number(wholeNumber(row?.seq));
  });
  return {
    async latest() {
      await reading.run();
      return latest;
    },

    async after(seq) {
      const query = sql`select seq, kind, object_id from changes where seq > ${BigInt(seq)} order by seq
        limit ${BigInt(rowsPerRead)}`;
      return (await engine.read('hot', query.compile(db))).map((row) => ({
        seq: Number(wholeNumber(row.seq)),
        kind: kinds.find((kind) => kind === row.kind) ?? 'catalog',
        objectId: String(row.object_id),
      }));
    },

    async seen(incarnation, seq) {
      const query = sql`update nodes set changes_seen = ${BigInt(seq)} where incarnation = ${incarnation}`;
      await engine.write([{ query: query.compile(db) }], []);
    },

    async behind(seq) {
      const query = sql`select name from nodes where state = 'live' and changes_seen < ${BigInt(seq)} order by name limit 100`;
      return (await engine.read('hot', query.compile(db))).map(({ name }) => String(name));
    },
  };
}

/**
 * Deletes changes that are older than `keepMs` and that every live node has applied. The last one is kept permanently: nodes compare its
 * number with what they have in memory, so it must never decrease. Returns the number deleted.
 */
export async function purgeChanges(engine: Engine, { keepMs }: { readonly keepMs: number }): Promise<number> {
  if (engine.sql === 'sqlite') return 0;
  // A node that has just registered has seen 0: nothing is deleted until it reports where it starts.
  const query = sql`delete from changes where seq in (
    select seq from changes
    where at < ${nowMs} - cast(${BigInt(keepMs)} as bigint)
      and seq < (select max(seq) from changes)
      and not exists (select 1 from nodes where state = 'live' and changes_seen < changes.seq)
    order by seq limit ${BigInt(rowsPerUnit)})`.compile(compilerFor(engine.sql));
  let deleted = 0;
  for (;;) {
    const [written = 0] = await engine.write([{ query }], []);
    deleted += written;
    if (written < rowsPerUnit) return deleted;
  }
}
