import { deliveryFaults } from '@tollgate/contract/notices/delivery-faults';
import { sql, type RawBuilder } from 'kysely';
import { compilerFor } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';
import { wholeNumber } from '../../storage/whole-number.ts';

const rateWindowMs = 60_000;

/** The secret is stored next to the address, so it is encrypted for a different owner id. */
export function webhookSecretOwner(webhookId: string): string {
  return `${webhookId}:secret`;
}

const reasonMax = 500;

/** The reason of a failed delivery, in a form that every database accepts. */
export function keptReason(failure: string | null): string | null {
  return failure?.replaceAll('\0', '').slice(0, reasonMax).toWellFormed() ?? null;
}

/** Discards events that wait for a webhook. */
export function dropWaiting(webhookId: string): RawBuilder<unknown> {
  return sql`update webhook_deliveries set state = 'failed', last_error = ${deliveryFaults.write('turned_off', {})}
    where webhook_id = ${webhookId} and state = 'waiting'`;
}

/** Attempts of an account that ended within the last minute. */
export async function recentWebhookAttempts(engine: Engine, accountId: string, nowMs: number): Promise<number> {
  const query = sql`select count(*) as attempts from webhook_deliveries
    where account_id = ${accountId} and tried_at > ${BigInt(nowMs - rateWindowMs)}`;
  const [row] = await engine.read('hot', query.compile(compilerFor(engine.sql)));
  return Number(wholeNumber(row?.attempts));
}
