import { refusal } from '@tollgate/contract/refusals/refusal';
import type { Borrower } from '../../../domain/tenants/lent-keys.ts';
import { found, type ControlContext } from '../../../control/control-context.ts';
import { keyState } from './key-state.ts';
import type { Principal } from '../../../control/principal.ts';
import { findKey } from '../../../control/within-scope.ts';

const lentForMs = 15 * 60_000;

export interface LentKey {
  readonly value: string;
  readonly untilMs: number;
}

/**
 * Creates a temporary value for a key: valid for 15 minutes, while the borrower stays signed in and may use the playground. Its calls count
 * as calls of the key: limits, charges, log.
 * @throws {ApiError} 404; 409 if the key cannot be used for calls.
 */
export async function lendKey(
  context: ControlContext,
  principal: Principal,
  keyId: string,
  by: Pick<Borrower, 'userId' | 'sessionId'>,
): Promise<LentKey> {
  const { key } = await findKey(context, principal, keyId);
  const { status } = await keyState(context, key);
  if (status !== 'available' && status !== 'paused') {
    throw refusal('key_not_callable', { status });
  }
  const keyHash = found(await context.stores.keys.hashOf(key.id), 'key');
  const subAccountId = principal.scope.kind === 'account' ? principal.scope.subAccountId : null;
  const untilMs = context.clock.nowMs() + lentForMs;
  const borrower = { ...by, accountId: key.accountId, subAccountId };
  return { value: context.lentKeys.lend({ keyHash, untilMs, borrower }), untilMs };
}
