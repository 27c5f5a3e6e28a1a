import { sql, type RawBuilder } from 'kysely';
import type { CodeBatch, CodesStore, RedemptionCode } from '../payment-ports.ts';
import type { Clock } from '../../../platform/clock.ts';
import { compilerFor } from '../../../storage/compiler.ts';
import type { Engine } from '../../../storage/engine.ts';
import { wholeNumber } from '../../../storage/whole-number.ts';
import { onceStatements } from '../../../storage/stores/once-store.ts';
import { timeOf, timeOrNull } from '../orders/order-rows.ts';
import { creditedStatements, writeCredited } from '../orders/order-payments-store.ts';

type Row = Readonly<Record<string, unknown>>;
const codeStatement = 'redemption code';
/** Small enough for one statement. */
const codesPerStatement = 500;

const batchColumns = sql`b.*, (select count(*) from codes r where r.batch_id = b.id and r.redeemed_at is not null) as redeemed`;

function batchOf(row: Row): CodeBatch {
  return {
    id: String(row.id),
    name: String(row.name),
    amount: wholeNumber(row.amount),
    size: Number(wholeNumber(row.size)),
    sold: wholeNumber(row.sold) === 1n,
    redeemed: Number(wholeNumber(row.redeemed)),
    expiresAtMs: timeOrNull(row.expires_at),
    withdrawnAtMs: timeOrNull(row.withdrawn_at),
    madeBy: String(row.made_by),
    createdAtMs: timeOf(row.created_at),
  };
}

function codeOf(row: Row): RedemptionCode {
  return {
    hash: Buffer.from(row.hash as Uint8Array),
    last4: String(row.last4),
    batch: batchOf(row),
    accountId: row.account_id as string | null,
    redeemedAtMs: timeOrNull(row.redeemed_at),
  };
}

/** Stores redemption codes, each of which gives credit once. */
export function createCodesStore(engine: Engine, clock: Pick<Clock, 'nowMs'>): CodesStore {
  const db = compilerFor(engine.sql);
  const read = (query: RawBuilder<unknown>) => engine.read('hot', query.compile(db));
  const codeColumns = sql`c.hash, c.last4, c.account_id, c.redeemed_at, ${batchColumns}`;

  return {
    async batches({ limit, after }) {
      const behind = after === null ? sql`` : sql`where (b.created_at, b.id) < (${BigInt(after.atMs)}, ${after.id})`;
      const query = sql`select ${batchColumns} from code_batches b ${behind} order by b.created_at desc, b.id desc
        limit ${BigInt(limit)}`;
      return (await engine.read('reports', query.compile(db))).map(batchOf);
    },

    async findBatch(id) {
      const [row] = await read(sql`select ${batchColumns} from code_batches b where b.id = ${id}`);
      return row === undefined ? null : batchOf(row);
    },

    async create(batch, codes, audit) {
      const expires = batch.expiresAtMs === null ? null : BigInt(batch.expiresAtMs);
      const head = sql`insert into code_batches (id, name, amount, size, sold, expires_at, made_by, created_at)
        values (${batch.id}, ${batch.name}, ${batch.amount}, ${BigInt(batch.size)}, ${batch.sold ? 1n : 0n}, ${expires},
          ${batch.madeBy}, ${BigInt(batch.createdAtMs)})`;
      const unit = [head.compile(db)];
      for (let done = 0; done < codes.length; done += codesPerStatement) {
        const rows = codes.slice(done, done + codesPerStatement).map(({ hash, last4 }) => sql`(${hash}, ${batch.id}, ${last4})`);
        unit.push(sql`insert into codes (hash, batch_id, last4) values ${sql.join(rows)}`.compile(db));
      }
      await engine.write(
        unit.map((query) => ({ query })),
        [audit],
      );
    },

    async withdraw(id, atMs, audit) {
      const query = sql`update code_batches set withdrawn_at = ${BigInt(atMs)} where id = ${id} and withdrawn_at is null`;
      await engine.write([{ query: query.compile(db) }], [audit]);
    },

    async find(hash) {
      const query = sql`select ${codeColumns} from codes c join code_batches b on b.id = c.batch_id where c.hash = ${hash}`;
      const [row] = await read(query);
      return row === undefined ? null : codeOf(row);
    },

    redeem({ code, by, credit, mark }, audit) {
      const nowMs = BigInt(clock.nowMs());
      const taken = sql`update codes set account_id = ${credit.accountId}, redeemed_by = ${by}, redeemed_at = ${nowMs}
        where hash = ${code.hash} and redeemed_at is null and exists (select 1 from code_batches b where b.id = codes.batch_id
          and b.withdrawn_at is null and (b.expires_at is null or b.expires_at > ${nowMs}))`;
      const unit = [...onceStatements(engine, mark), { query: taken.compile(db), mustWrite: codeStatement }];
      const whole = [...unit, ...creditedStatements(engine, credit)];
      return writeCredited(engine, { unit: whole, creditAt: unit.length, credit }, audit, [codeStatement]);
    },

    async redeemedBy(accountId, limit) {
      const query = sql`select ${codeColumns} from codes c join code_batches b on b.id = c.batch_id
        where c.account_id = ${accountId} order by c.redeemed_at desc limit ${BigInt(limit)}`;
      return (await read(query)).map(codeOf);
    },
  };
}
