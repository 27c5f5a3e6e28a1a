import type { NanoCny } from '@tollgate/contract/money';
import type { OwnAccountAnswer } from '@tollgate/contract/tenants/account';
import { showAmount } from '../../../control/amounts.ts';
import { showTime } from '../../../control/show-time.ts';
import type { TrialClaim } from '../../../domain/people/trial-claim.ts';

/** A held trial credit, with the reason. */
export function heldTrialView(
  { reason, claimedAtMs }: TrialClaim,
  amount: NanoCny,
): NonNullable<OwnAccountAnswer['held_trial_credit']> {
  return { amount: showAmount(amount), reason: reason ?? 'day', since: showTime(claimedAtMs) };
}
