import { sql } from 'kysely';
import { compilerFor } from '../compiler.ts';
import type { Engine } from '../engine.ts';
import { wholeNumber } from '../whole-number.ts';

const rateWindowMs = 60_000;

/** The secret lies beside the address, so it is sealed for an owner of its own. */
export function webhookSecretOwner(webhookId: string): string {
  return `${webhookId}:secret`;
}

/** Attempts of an account that ended within the last minute. */
export async function recentWebhookAttempts(engine: Engine, accountId: string, nowMs: number): Promise<number> {
  const query = sql`select count(*) as attempts from webhook_deliveries
    where account_id = ${accountId} and tried_at > ${BigInt(nowMs - rateWindowMs)}`;
  const [row] = await engine.read('hot', query.compile(compilerFor(engine.sql)));
  return Number(wholeNumber(row?.attempts));
}
