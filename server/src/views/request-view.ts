import type { ServiceRequestAnswer } from '@tollgate/contract/service-requests';
import type { RequestPlan } from '../control/service-requests.ts';
import { showTime } from '../control/tenant-settings.ts';

/** A request with the stages it came to, and those ahead. */
export function requestView({ request, estimated, ahead }: RequestPlan): ServiceRequestAnswer {
  const { id, accountId, accountName, kind, stage, contact, details, requestedBy, createdAtMs, steps } = request;
  return {
    ...{ id, account_id: accountId, account_name: accountName, kind, stage, contact, details, requested_by: requestedBy },
    created_at: showTime(createdAtMs),
    steps: [
      ...steps.map((step) => ({
        ...{ stage: step.stage, entered_at: showTime(step.enteredAtMs), expected_on: step.expectedOn, note: step.note },
        is_estimated: estimated.includes(step.stage),
      })),
      ...ahead.map((step) => ({
        ...{ stage: step.stage, entered_at: null, expected_on: step.expectedOn, note: '', is_estimated: step.isEstimated },
      })),
    ],
  };
}
