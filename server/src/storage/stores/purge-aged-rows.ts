import { expiredInvitationDays, idempotencyKeyDays, noticeRetentionDays } from '@tollgate/contract/calls/retention';
import { sql, type RawBuilder } from 'kysely';
import { compilerFor } from '../compiler.ts';
import type { Engine } from '../engine.ts';
import { wholeNumber } from '../whole-number.ts';

const rowsPerUnit = 500;
const dayMs = 86_400_000;

async function deleteInUnits(engine: Engine, statement: () => Promise<RawBuilder<unknown> | null>): Promise<number> {
  let deleted = 0;
  for (;;) {
    const some = await statement();
    if (some === null) return deleted;
    const [written = 0] = await engine.write([{ query: some.compile(compilerFor(engine.sql)) }], []);
    deleted += written;
    if (written < rowsPerUnit) return deleted;
  }
}

/**
 * Leaves out messages that mails or webhooks still wait for, and an account's last message about its low balance, which prevents another
 * notification. A reader finds the rows, so that the writer reads no more than it deletes.
 */
async function oldNotices(engine: Engine, before: bigint): Promise<RawBuilder<unknown> | null> {
  const old = sql`select id from notices o where created_at < ${before} and mail_due = 0 and hook_due = 0
    and not (kind = 'balance_low' and not exists (select 1 from notices n
      where n.account_id = o.account_id and n.kind = 'balance_low' and n.id > o.id))
    order by created_at limit ${BigInt(rowsPerUnit)}`;
  const ids = (await engine.read('reports', old.compile(compilerFor(engine.sql)))).map(({ id }) => wholeNumber(id));
  return ids.length === 0 ? null : sql`delete from notices where id in (${sql.join(ids)})`;
}

/**
 * Deletes rows that expire by age: messages, responses to requests with an idempotency key, and invitations. An idempotency key stays while
 * its account has a pending payout that was requested that long ago. Returns the number of rows deleted.
 */
export async function purgeAgedRows(engine: Engine, { nowMs }: { readonly nowMs: number }): Promise<number> {
  const before = (days: number): bigint => BigInt(nowMs - days * dayMs);
  const some = sql`limit ${BigInt(rowsPerUnit)}`;
  const usedBefore = before(idempotencyKeyDays);
  const statements = [
    sql`delete from once_marks where (account_id, name) in (select m.account_id, m.name from once_marks m
      where m.created_at < ${usedBefore} and not exists (select 1 from payouts p where p.account_id = m.account_id
        and p.state in ('requested', 'approved', 'sent') and p.created_at < ${usedBefore}) order by m.created_at ${some})`,
    sql`delete from operator_once_marks where name in (select name from operator_once_marks
      where created_at < ${usedBefore} order by created_at ${some})`,
    sql`delete from invitations where id in (select id from invitations
      where expires_at < ${before(expiredInvitationDays)} order by expires_at ${some})`,
  ];
  let deleted = await deleteInUnits(engine, () => oldNotices(engine, before(noticeRetentionDays)));
  for (const statement of statements) deleted += await deleteInUnits(engine, () => Promise.resolve(statement));
  return deleted;
}
