import { sql } from 'kysely';
import { compilerFor } from '../compiler.ts';
import type { Engine } from '../engine.ts';

const rowsPerUnit = 500;
/** The longest window in which changes are counted, and as long again. */
const countedMs = 2 * 86_400_000;

/**
 * Deletes alarms, with what robots were told of them, and what webhooks were told, made longer than `keepMs` ago; not what still
 * goes out; and counts of changes whose windows are over. Answers how many.
 */
export async function purgeTold(
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
  ];
  let deleted = 0;
  for (const statement of statements) {
    for (let written = rowsPerUnit; written >= rowsPerUnit; deleted += written)
      [written = 0] = await engine.write([{ query: statement.compile(compilerFor(engine.sql)) }], []);
  }
  return deleted;
}
