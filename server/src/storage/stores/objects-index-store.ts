import { sql, type RawBuilder } from 'kysely';
import type { FileSizes, FileUse, KeptBytes, ObjectIndex, UseSizes } from '../../domain/content/objects.ts';
import { compilerFor, readRows } from '../compiler.ts';
import type { Engine, UnitStatement } from '../engine.ts';
import { wholeNumber } from '../whole-number.ts';

const keptBytes = ({ bytes }: { readonly bytes: bigint | null }): KeptBytes => ({ bytes: bytes === null ? null : Number(bytes) });

async function readSizes(engine: Engine, accountId: string, unknownBytes: number): Promise<FileSizes> {
  const size = sql`coalesce(bytes, ${BigInt(unknownBytes)})`;
  // The condition on buckets matches that of the index.
  const paid = (id: RawBuilder<unknown>) =>
    sql`(select coalesce(sum(amount), 0) from ledger_entries where account_id = ${id} and bucket in ('paid', 'payout'))`;
  // Files are read from the index alone, in its order.
  const held = sql`select account_id, sum(case when key_id = '' then 0 else ${size} end) as calls,
      sum(case when key_id = '' then ${size} else 0 end) as records,
      case when ${paid(sql`objects.account_id`)} > 0 then 0 else 1 end as is_unpaid,
      case when account_id = ${accountId} then 1 else 0 end as is_own
    from objects group by account_id`;
  const query = sql`select sum(calls) as calls_all, sum(is_own * calls) as calls_own, sum(is_unpaid * calls) as calls_unpaid,
      sum(records) as records_all, sum(is_own * records) as records_own, sum(is_unpaid * records) as records_unpaid,
      ${paid(sql`${accountId}`)} as paid from (${held}) held`;
  const [row = {}] = await engine.read('hot', query.compile(compilerFor(engine.sql)));
  const bytes = (column: string): number => Number(wholeNumber(row[column] ?? 0n));
  const sizesOf = (use: FileUse): UseSizes => ({
    all: bytes(`${use}_all`),
    own: bytes(`${use}_own`),
    unpaid: bytes(`${use}_unpaid`),
  });
  return { hasPaid: bytes('paid') > 0, calls: sizesOf('calls'), records: sizesOf('records') };
}

/** The index of stored files, with one row per file. */
export function createObjectsIndexStore(engine: Engine): ObjectIndex {
  const db = compilerFor(engine.sql);

  return {
    async begin({ name, accountId, keyId, mediaType }, { atMs, expiresAtMs }) {
      const [known] = await readRows(engine, 'hot', db.selectFrom('objects').select('bytes').where('name', '=', name));
      const columns = {
        account_id: accountId,
        key_id: keyId,
        media_type: mediaType,
        bytes: null,
        created_at: atMs,
        expires_at: expiresAtMs,
      };
      const put = db
        .insertInto('objects')
        .values({ name, ...columns })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(columns));
      await engine.write([{ query: put.compile() }], []);
      return known === undefined ? null : keptBytes(known);
    },

    async finish(name, bytes) {
      const query = db.updateTable('objects').set({ bytes }).where('name', '=', name);
      await engine.write([{ query: query.compile(), mustWrite: 'object' }], []);
    },

    async giveUp(name, { atMs, bytes }) {
      const query = db
        .updateTable('objects')
        .set({ bytes, expires_at: 0 })
        // If it was started again later, the newer start owns the row.
        .where('name', '=', name)
        .where('created_at', '=', BigInt(atMs))
        .where('bytes', 'is', null);
      await engine.write([{ query: query.compile() }], []);
    },

    async find(name) {
      const [row] = await readRows(engine, 'hot', db.selectFrom('objects').selectAll().where('name', '=', name));
      const bytes = row?.bytes ?? null;
      if (row === undefined || bytes === null) return null;
      return {
        name: row.name,
        accountId: row.account_id,
        keyId: row.key_id,
        mediaType: row.media_type,
        expiresAtMs: Number(row.expires_at),
        bytes: Number(bytes),
      };
    },

    sizes: (accountId, unknownBytes) => readSizes(engine, accountId, unknownBytes),

    async expired({ atMs, begunBeforeMs }, count) {
      const query = db
        .selectFrom('objects')
        .select(['name', 'bytes'])
        .where((is) =>
          is.or([
            is('expires_at', '<=', BigInt(atMs)),
            is.and([is('bytes', 'is', null), is('created_at', '<=', BigInt(begunBeforeMs))]),
          ]),
        )
        .orderBy('expires_at')
        .limit(count);
      const rows = await readRows(engine, 'reports', query);
      return rows.map((row) => ({ name: row.name, ...keptBytes(row) }));
    },

    async forget(name) {
      await engine.write([{ query: db.deleteFrom('objects').where('name', '=', name).compile() }], []);
    },
  };
}

/**
 * A statement for the unit that starts or ends the use of a stored file, which is kept until the given time. Fails the unit if the file
 * does not exist.
 */
export function keptUntil(engine: Pick<Engine, 'sql'>, name: string, expiresAtMs: number): UnitStatement {
  const query = compilerFor(engine.sql)
    .updateTable('objects')
    .set({ expires_at: expiresAtMs })
    .where('name', '=', name)
    .where('bytes', 'is not', null);
  return { query: query.compile(), mustWrite: 'object' };
}
