import { sql, type RawBuilder } from 'kysely';
import { compilerFor } from '../compiler.ts';
import type { Engine } from '../engine.ts';
import { wholeNumber } from '../whole-number.ts';

const rowsPerUnit = 500;
/** Twice the longest window in which changes are counted. */
const countedMs = 2 * 86_400_000;

/** Only the newest deliveries of a webhook are kept: an account could trigger thousands a day. */
export const deliveriesPerWebhook = 2000;

/** The older deliveries of webhooks that have too many. Readers find the rows, so that the writer reads no more than it deletes. */
async function olderDeliveries(engine: Engine): Promise<readonly RawBuilder<unknown>[]> {
  const db = compilerFor(engine.sql);
  const full = sql`select webhook_id from webhook_deliveries group by webhook_id having count(*) > ${BigInt(deliveriesPerWebhook)}`;
  const statements: RawBuilder<unknown>[] = [];
  for (const { webhook_id: id } of await engine.read('reports', full.compile(db))) {
    const newest = sql`select created_at from webhook_deliveries where webhook_id = ${String(id)}
      order by created_at desc, id desc limit 1 offset ${BigInt(deliveriesPerWebhook)}`;
    const [row] = await engine.read('reports', newest.compile(db));
    if (row === undefined) continue;
    const through = wholeNumber(row.created_at);
    statements.push(sql`delete from webhook_deliveries where id in (select id from webhook_deliveries
      where webhook_id = ${String(id)} and created_at <= ${through} and state <> 'waiting' limit ${BigInt(rowsPerUnit)})`);
  }
  return statements;
}

/**
 * Deletes alarms with their chat bot deliveries, and webhook deliveries, if they were created longer than `keepMs` ago. Also deletes all
 * but the newest deliveries of a webhook, and counts of changes whose windows are over. Deliveries still being sent are kept. Returns the
 * number deleted.
 */
export async function purgeDeliveries(
  engine: Engine,
  { nowMs, keepMs }: { readonly nowMs: number; readonly keepMs: number },
): Promise<number> {
  const before = BigInt(nowMs - keepMs);
  const some = sql`limit ${BigInt(rowsPerUnit)}`;
  const windowsBefore = BigInt(nowMs - countedMs);
  const statements = [
    sql`delete from change_counts where started_at < ${windowsBefore}`,
    sql`delete from alarm_groups where id in (select id from alarm_groups
      where created_at < ${before} and state <> 'open' order by created_at ${some})`,
    sql`delete from webhook_deliveries where id in (select id from webhook_deliveries
      where created_at < ${before} and state <> 'waiting' ${some})`,
    ...(await olderDeliveries(engine)),
  ];
  let deleted = 0;
  for (const statement of statements) {
    for (let written = rowsPerUnit; written >= rowsPerUnit; deleted += written)
      [written = 0] = await engine.write([{ query: statement.compile(compilerFor(engine.sql)) }], []);
  }
  return deleted;
}
