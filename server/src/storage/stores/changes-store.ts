import { sql, type RawBuilder } from 'kysely';
import type { ChangeRow, ChangesStore } from '../../fleet/ports.ts';
import { CoalescedTask } from '../../platform/coalesced-task.ts';
import { compilerFor } from '../compiler.ts';
import type { Engine, UnitStatement } from '../engine.ts';
import { wholeNumber } from '../whole-number.ts';

const rowsPerRead = 500;
/** Few enough that no unit holds up another for long. */
const rowsPerUnit = 500;
/** The database's own clock. */
const nowMs = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
const kinds: readonly ChangeRow['kind'][] = ['account', 'plan', 'catalog', 'news'];

/** A statement for the unit that changes something: announces it to the other nodes. Empty if one process uses the database alone. */
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

/** The changes, in order. Units with changes are committed one after the other, so no number comes late. */
export function createChangesStore(engine: Engine): ChangesStore {
  const db = compilerFor(engine.sql);
  let latest = 0;
  // Asked for with every account that is loaded: those that come at once share an answer that was read after they asked.
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
 * Deletes changes that are older than `keepMs` and that every live node has applied. The last one stays permanently: its number, with which
 * nodes compare what they have in memory, must never fall. Returns how many were deleted.
 */
export async function purgeChanges(engine: Engine, { keepMs }: { readonly keepMs: number }): Promise<number> {
  if (engine.sql === 'sqlite') return 0;
  // A node that has just registered has seen 0: nothing goes until it says from where on it follows.
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
