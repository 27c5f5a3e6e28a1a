import type { ContractDocumentAnswer } from '@tollgate/contract/requests/contract-documents';
import type { ServiceRequestAnswer } from '@tollgate/contract/requests/service-requests';
import type { ContractDocument } from './requests-ports.ts';
import type { RequestPlan } from './service-requests.ts';
import { showTime } from '../../control/show-time.ts';

/** Accounts must not see the names of operators. */
type Reader = 'operator' | 'account';

/** A request with its past and future stages. */
export function requestView({ request, estimated, ahead }: RequestPlan, reader: Reader): ServiceRequestAnswer {
  const { id, accountId, accountName, kind, stage, contact, details, requestedBy, createdAtMs, steps } = request;
  return {
    id,
    account_id: accountId,
    account_name: accountName,
    kind,
    stage,
    contact,
    details,
    requested_by: requestedBy,
    created_at: showTime(createdAtMs),
    steps: [
      ...steps.map((step) => ({
        stage: step.stage,
        entered_at: showTime(step.enteredAtMs),
        expected_on: step.expectedOn,
        note: step.note,
        is_estimated: estimated.includes(step.stage),
      })),
      ...ahead.map((step) => ({
        stage: step.stage,
        entered_at: null,
        expected_on: step.expectedOn,
        note: '',
        is_estimated: step.isEstimated,
      })),
    ],
    contracts: request.contracts.map(({ id: contractId, side, bytes, uploadedBy, createdAtMs: at }) => ({
      id: contractId,
      side,
      bytes,
      uploaded_at: showTime(at),
      uploaded_by: side === 'operator' && reader === 'account' ? 'operator' : uploadedBy,
    })),
  };
}

/** A contract offered to all accounts. */
export function documentView({ id, kind, locale, title, versionOn, bytes }: ContractDocument): ContractDocumentAnswer {
  return { id, kind, locale, title, version_on: versionOn, bytes };
}
