import { tenantsPaths } from '@tollgate/contract/tenants/console-paths';
import type { LentKeyAnswer } from '@tollgate/contract/tenants/lent-keys';
import { urlOf } from '../../../../api/http/client.ts';
import { checkedFetch } from '../../../../api/http/send.ts';

/** A temporary value for a key that the person may not see, but may use for calls. */
interface Lent {
  readonly value: string;
  readonly until: number;
}

/** Remaining validity at which the value is renewed, so that it does not expire during a call. */
const sparedMs = 120_000;

const lent = new Map<string, Promise<Lent>>();

async function ask(accountId: string, keyId: string): Promise<Lent> {
  const { lendKey } = tenantsPaths;
  const answer = await checkedFetch(urlOf(lendKey, { accountId, keyId }), { method: lendKey.method });
  const { key, expires_at } = (await answer.json()) as LentKeyAnswer;
  // Uses the server's clock, because the local one may be wrong.
  const lastsMs = Date.parse(expires_at) - Date.parse(answer.headers.get('date') ?? new Date().toUTCString());
  return { value: key, until: Date.now() + lastsMs };
}

/** A value for the key that is valid for at least this call. @throws {ApiError} if the key cannot be used for calls. */
export async function lentValue(accountId: string, keyId: string): Promise<string> {
  const kept = await lent.get(keyId)?.catch(() => undefined);
  if (kept !== undefined && kept.until - Date.now() > sparedMs) return kept.value;
  const asked = ask(accountId, keyId);
  lent.set(keyId, asked);
  try {
    return (await asked).value;
  } catch (error) {
    forgetLent(keyId);
    throw error;
  }
}

/** Discards a value that the gateway no longer knows, for example after a restart. */
export function forgetLent(keyId: string): void {
  lent.delete(keyId);
}
