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
    summary: 'List account closures',
    description: 'Shows what each closure waits for.',
    query: closingsQuery,
    answer: adminClosingList,
  },
  readClosing: {
    tags: ['Accounts'],
    summary: 'Read the closure state of an account',
    params: idParams,
    answer: adminClosingAnswer,
  },
  closeAccount: {
    tags: ['Accounts'],
    summary: 'Close an account',
    description:
      'Closes the account as an owner can, with a reason for the audit log. The closure can be canceled for seven days.',
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
    summary: 'Cancel, hasten or settle the closure of an account',
    params: idParams,
    body: actOnClosingRequest,
    answer: adminClosingAnswer,
    refusals: ['closing_not_revocable', 'closing_went_on'],
  },
});
