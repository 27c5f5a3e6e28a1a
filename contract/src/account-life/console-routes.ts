import { plainListQuery } from '../lists.ts';
import { accountDataAnswer, accountDataList, accountDataParams, accountDataRequest } from './account-data.ts';
import { accountParams } from '../tenants/account.ts';
import { beginClosingRequest, closingAnswer } from './closing.ts';
import { describeRoutes } from '../route.ts';
import { accountLifePaths } from './console-paths.ts';

export const accountLifeRoutes = describeRoutes(accountLifePaths, {
  listDataExports: {
    tags: ['Console: account'],
    summary: "List exports of an account's data",
    description: 'Newest first. Exports are kept for 24 hours.',
    params: accountParams,
    query: plainListQuery,
    answer: accountDataList,
  },
  createDataExport: {
    tags: ['Console: account'],
    summary: "Export an account's data",
    description:
      'Exports all data of the account as a ZIP of JSON and CSV, without secrets. One export per account runs at a time; owners receive a mail when it is ready.',
    params: accountParams,
    body: accountDataRequest,
    answer: accountDataAnswer,
    status: 201,
    refusals: ['data_exports_today', 'export_runs', 'no_room_for_data_export'],
  },
  readDataExport: {
    tags: ['Console: account'],
    summary: "Read an export of an account's data",
    params: accountDataParams,
    answer: accountDataAnswer,
  },
  cancelDataExport: {
    tags: ['Console: account'],
    summary: "Cancel an export of an account's data",
    params: accountDataParams,
    answer: accountDataAnswer,
  },
  downloadDataExport: {
    tags: ['Console: account'],
    summary: "Download an export of an account's data",
    description: 'Not available to operators who view the account.',
    params: accountDataParams,
    refusals: ['data_export_has_no_file', 'export_not_ready'],
  },
  readClosing: {
    tags: ['Console: account'],
    summary: 'Read the closure state of an account',
    params: accountParams,
    answer: closingAnswer,
  },
  closeAccount: {
    tags: ['Console: account'],
    summary: 'Close an account',
    description:
      'Disables all keys at once. The closure can be canceled for seven days; then the remainder is paid out and personal data is erased. Ledger, statements and issued invoices are kept as required by law.',
    params: accountParams,
    body: beginClosingRequest,
    answer: closingAnswer,
    refusals: [
      'auto_top_up_changed',
      'closing_begun',
      'closing_meets_debt',
      'closing_meets_invoice',
      'closing_meets_last_operator',
      'password_wrong',
      'passwords_wrong',
      'request_at_other_stage',
      'request_ended',
      'sign_in_too_old',
    ],
  },
  withdrawClosing: {
    tags: ['Console: account'],
    summary: 'Cancel the closure of an account',
    description: 'Restores the keys.',
    params: accountParams,
    answer: closingAnswer,
    refusals: ['closing_not_revocable'],
  },
});
