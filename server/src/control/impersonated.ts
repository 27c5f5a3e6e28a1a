import { refusal } from '@tollgate/contract/refusals/refusal';
import type { ControlContext } from './control-context.ts';
import type { Impersonation } from '../subjects/people/impersonation-ports.ts';

type Parts = Pick<ControlContext, 'stores' | 'clock'>;

/** The account that an operator is viewing; `null` if none. Called before there is a principal. */
export async function impersonationOf(parts: Parts, userId: string): Promise<Impersonation | null> {
  const found = await parts.stores.impersonations.find(userId);
  return found !== null && parts.clock.nowMs() < found.untilMs ? found : null;
}

/**
 * Refuses a change by an operator who is viewing an account, in that account or elsewhere.
 * @throws {ApiError} 403
 */
export async function refuseWhileImpersonating(
  parts: Parts,
  userId: string,
  reason: 'looking_at_account' | 'files_of_members' = 'looking_at_account',
): Promise<void> {
  if ((await impersonationOf(parts, userId)) !== null) throw refusal(reason);
}
