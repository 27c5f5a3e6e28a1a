import { plainListQuery } from '../lists.ts';
import { accountParams } from '../tenants/account.ts';
import { billingAnswer, patchBillingRequest } from './billing.ts';
import { monthTotalsList, statementAnswer, statementFileQuery, statementParams } from './statements.ts';
import { describeRoutes } from '../route.ts';
import { ledgerPaths } from './console-paths.ts';

export const ledgerRoutes = describeRoutes(ledgerPaths, {
  readBilling: {
    tags: ['Console: money'],
    summary: 'Read spending and billing settings of an account',
    params: accountParams,
    answer: billingAnswer,
  },
  changeBilling: {
    tags: ['Console: money'],
    summary: 'Set the monthly budget, and whether statements are mailed',
    description: 'Omitted fields keep their values.',
    params: accountParams,
    body: patchBillingRequest,
    answer: billingAnswer,
  },
  listStatements: {
    tags: ['Console: money'],
    summary: 'List monthly statements',
    description: 'Newest first: the current month and all months with activity.',
    params: accountParams,
    query: plainListQuery,
    answer: monthTotalsList,
  },
  readStatement: {
    tags: ['Console: money'],
    summary: 'Read a monthly statement',
    description:
      'Opening balance, credits, usage by model, key and sub-account, and closing balance. Usage counts in the month in which the call was admitted.',
    params: statementParams,
    answer: statementAnswer,
  },
  downloadStatement: {
    tags: ['Console: money'],
    summary: 'Download a monthly statement',
    description: 'XLSX with a sheet for each part, or CSV. Every amount is exact to the nano.',
    params: statementParams,
    query: statementFileQuery,
    refusals: ['export_writer_busy'],
  },
});
