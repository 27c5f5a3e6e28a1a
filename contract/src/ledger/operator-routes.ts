import { creditRequest, ledgerEntryAnswer, ledgerList } from './credits.ts';
import { plainListQuery } from '../lists.ts';
import { bookAuditAnswer, bookAuditDetail, bookAuditList } from './book-audits.ts';
import { heldTrialList } from './trial-credits.ts';
import { idParams } from '../route-params.ts';
import { describeRoutes } from '../route.ts';
import { operatorLedgerPaths } from './operator-paths.ts';

export const operatorLedgerRoutes = describeRoutes(operatorLedgerPaths, {
  listBookAudits: {
    tags: ['Operation'],
    summary: 'List ledger audits',
    description: 'Hourly audits and audits started by operators, newest first, kept for 90 days.',
    query: plainListQuery,
    answer: bookAuditList,
  },
  beginBookAudit: {
    tags: ['Operation'],
    summary: 'Start a ledger audit',
    description: 'Returns at once; read the audit for its progress. Refused with 409 while another audit runs.',
    answer: bookAuditAnswer,
    status: 201,
    refusals: ['audit_runs'],
  },
  readBookAudit: {
    tags: ['Operation'],
    summary: 'Show a ledger audit',
    description: 'Shows findings, and progress while the audit runs.',
    params: idParams,
    answer: bookAuditDetail,
  },
  createCredit: {
    tags: ['Money'],
    summary: 'Credit an account',
    description:
      'With an `Idempotency-Key` header, repeated requests with the same content are entered only once. Other content with the same key is refused with 409.',
    params: idParams,
    body: creditRequest,
    answer: ledgerEntryAnswer,
    status: 201,
    refusals: [
      'account_being_changed',
      'auto_top_up_changed',
      'credit_differs',
      'paid_money_used_up',
      'pay_out_exceeded',
      'pay_out_overtaken',
      'running_calls_uncertain',
      'trial_credit_given',
    ],
  },
  readLedger: {
    tags: ['Money'],
    summary: "Read an account's ledger",
    description: 'Credits and hourly usage, newest first.',
    params: idParams,
    query: plainListQuery,
    answer: ledgerList,
  },
  listHeldTrialCredits: {
    tags: ['Money'],
    summary: 'List held trial credits',
    description: 'Trial credits of new users above a limit, longest waiting first.',
    query: plainListQuery,
    answer: heldTrialList,
  },
  grantTrialCredit: {
    tags: ['Money'],
    summary: 'Grant a held trial credit',
    description: 'Granted only once. Repeated requests return the same entry.',
    params: idParams,
    answer: ledgerEntryAnswer,
    status: 201,
    refusals: ['no_trial_credit_held', 'trial_credit_given', 'trial_credit_off'],
  },
});
