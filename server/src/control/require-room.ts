import { accountBounds, type AccountBound, type BoundedNoun } from '@tollgate/contract/tenants/account-bounds';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { ControlContext } from './control-context.ts';
import type { Principal } from './principal.ts';

interface Wanted {
  readonly accountId: string;
  /** Number of objects or bytes to add; 1 by default. */
  readonly more?: number;
  /** Overrides the maximum of the table. */
  readonly max?: number;
}

/**
 * Refuses a new object if the account has reached its maximum. Operators are exempt.
 * @throws {ApiError} 409, or 429 if waiting helps.
 */
export async function requireRoom(
  { stores, clock }: Pick<ControlContext, 'stores' | 'clock'>,
  { scope }: Principal,
  noun: BoundedNoun,
  { accountId, more = 1, max = accountBounds[noun].max }: Wanted,
): Promise<void> {
  if (scope.kind === 'operator' || more <= 0) return;
  if ((await stores.heldNouns.count(noun, accountId, clock.nowMs())) + more <= max) return;
  const { hours, reason }: AccountBound = accountBounds[noun];
  throw refusal(reason, { max }, hours === null ? {} : { shouldRetry: false });
}
