import type { OwnCallsFilter } from '@tollgate/contract/calls/console-calls';
import { refusal } from '@tollgate/contract/refusals/refusal';
import { callRetentionDays } from '@tollgate/contract/calls/retention';
import { readSpan } from '../../control-http/moments.ts';
import type { ControlContext } from '../../control/control-context.ts';
import type { CallsFilter } from './call-ports.ts';

const dayMs = 86_400_000;

/**
 * Parses the filter of a call list.
 * @param tooOld text that says where to find calls older than the log.
 * @throws {ApiError} 400
 */
export function readCallsFilter<Account extends string | undefined>(
  control: ControlContext,
  accountId: Account,
  query: OwnCallsFilter,
  tooOld: 'older_calls_in_usage' | 'older_calls_summed' = 'older_calls_in_usage',
): CallsFilter & { readonly accountId: Account } {
  const span = readSpan(query, control.calendar.timeZone);
  if (span.fromMs !== undefined && span.fromMs < control.clock.nowMs() - (callRetentionDays + 1) * dayMs) {
    throw refusal(tooOld, { days: callRetentionDays }, { param: 'from' });
  }
  return {
    accountId,
    subAccountId: query.sub_account_id,
    keyId: query.key_id,
    model: query.model,
    statusClass: query.status_class,
    ending: query.ending,
    errorCode: query.error_code,
    ...span,
  };
}
