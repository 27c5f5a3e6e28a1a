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
    summary: 'List audits of the books',
    description: 'Newest first, kept for 90 days: those that operators began, and those of every hour.',
    query: plainListQuery,
    answer: bookAuditList,
  },
  beginBookAudit: {
    tags: ['Operation'],
    summary: 'Begin an audit of the books',
    description: 'Answers at once; how far it is stands at its address. Refused with 409 while one runs.',
    answer: bookAuditAnswer,
    status: 201,
    refusals: ['audit_runs'],
  },
  readBookAudit: {
    tags: ['Operation'],
    summary: 'Show an audit of the books',
    description: 'With what it found: how far it is while it runs.',
    params: idParams,
    answer: bookAuditDetail,
  },
  createCredit: {
    tags: ['Money'],
    summary: 'Give an account money',
    description:
      'With a header `Idempotency-Key` the same content is entered once however often it is sent; other content under the same key is refused with 409.',
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
    description: 'Newest first: credits when they happened, usage closed hour by hour.',
    params: idParams,
    query: plainListQuery,
    answer: ledgerList,
  },
  listHeldTrialCredits: {
    tags: ['Money'],
    summary: 'List trial credits that wait',
    description: 'Of people who signed up and were over a limit; those waiting longest first.',
    query: plainListQuery,
    answer: heldTrialList,
  },
  grantTrialCredit: {
    tags: ['Money'],
    summary: 'Grant a trial credit that was held',
    description: 'Given once, however often it is asked for: a repetition is answered with the same entry.',
    params: idParams,
    answer: ledgerEntryAnswer,
    status: 201,
    refusals: ['no_trial_credit_held', 'trial_credit_given', 'trial_credit_off'],
  },
});
