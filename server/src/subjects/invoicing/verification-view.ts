import type { VerificationAnswer } from '@tollgate/contract/invoicing/console-invoices';
import type { VerificationRecord } from './invoice-ports.ts';
import { showTime } from '../../control/show-time.ts';
import { datesOf, type DatesAt } from './rules/due-dates.ts';
import { spanView } from './invoice-view.ts';

export function verificationView(record: VerificationRecord, at: DatesAt): VerificationAnswer {
  const { licence, state, submittedAtMs, decidedAtMs } = record;
  const dates = state === 'submitted' && submittedAtMs !== null ? datesOf([{ state, atMs: submittedAtMs }], at) : null;
  return {
    id: record.id,
    account_id: record.accountId,
    state,
    name: record.name,
    tax_number: record.taxNumber,
    licence: licence === null ? null : { media_type: licence.mediaType, bytes: licence.bytes },
    requested_by: record.requestedBy,
    created_at: showTime(record.createdAtMs),
    submitted_at: submittedAtMs === null ? null : showTime(submittedAtMs),
    decided_at: decidedAtMs === null ? null : showTime(decidedAtMs),
    reason: record.reason,
    working_days_left: dates?.workingDaysLeft ?? null,
    expected: dates === null ? null : spanView(dates.review),
  };
}
