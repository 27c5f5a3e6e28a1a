import { sql, type RawBuilder } from 'kysely';
import { compilerFor } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';
import { wholeNumber } from '../../storage/whole-number.ts';

const rateWindowMs = 60_000;

/** The secret is next to the address, so it is sealed for a separate owner. */
export function webhookSecretOwner(webhookId: string): string {
  return `${webhookId}:secret`;
}

const reasonMax = 500;

/** Why something did not arrive, as every database takes it. */
export function keptReason(failure: string | null): string | null {
  return failure?.replaceAll('\0', '').slice(0, reasonMax).toWellFormed() ?? null;
}

/** Events that wait for a webhook are no longer sent. */
export function dropWaiting(webhookId: string): RawBuilder<unknown> {
  return sql`update webhook_deliveries set state = 'failed', last_error = 'the webhook was turned off'
    where webhook_id = ${webhookId} and state = 'waiting'`;
}

/** Attempts of an account that ended within the last minute. */
export async function recentWebhookAttempts(engine: Engine, accountId: string, nowMs: number): Promise<number> {
  const query = sql`select count(*) as attempts from webhook_deliveries
    where account_id = ${accountId} and tried_at > ${BigInt(nowMs - rateWindowMs)}`;
  const [row] = await engine.read('hot', query.compile(compilerFor(engine.sql)));
  return Number(wholeNumber(row?.attempts));
}
