import {
  actOnClosingRequest,
  adminClosingAnswer,
  adminClosingList,
  closeAccountRequest,
  closingsQuery,
} from './operator-closings.ts';
import { idParams } from '../route-params.ts';
import { describeRoutes } from '../route.ts';
import { operatorAccountLifePaths } from './operator-paths.ts';

export const operatorAccountLifeRoutes = describeRoutes(operatorAccountLifePaths, {
  listClosings: {
    tags: ['Accounts'],
    summary: 'List accounts that are being closed, or are',
    description: 'With what each waits for.',
    query: closingsQuery,
    answer: adminClosingList,
  },
  readClosing: {
    tags: ['Accounts'],
    summary: 'Read how far an account is on its way out',
    params: idParams,
    answer: adminClosingAnswer,
  },
  closeAccount: {
    tags: ['Accounts'],
    summary: 'Close an account',
    description: 'As an owner does, with a reason for the audit log. It can be taken back for seven days.',
    params: idParams,
    body: closeAccountRequest,
    answer: adminClosingAnswer,
    refusals: [
      'auto_top_up_changed',
      'closing_begun',
      'closing_meets_debt',
      'closing_meets_invoice',
      'closing_meets_last_operator',
      'request_at_other_stage',
      'request_ended',
    ],
  },
  changeClosing: {
    tags: ['Accounts'],
    summary: 'Take a closing back, hasten it, or say that nothing is left to be paid out',
    params: idParams,
    body: actOnClosingRequest,
    answer: adminClosingAnswer,
    refusals: ['closing_not_revocable', 'closing_went_on'],
  },
});
