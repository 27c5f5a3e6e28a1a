import {
  accountAnswer,
  accountList,
  accountsQuery,
  brokenConnectionsAnswer,
  createAccountRequest,
  patchAccountRequest,
} from './operator-accounts.ts';
import { createKeyRequest, keyAnswer, keyList, keysQuery, newKeyAnswer, patchKeyRequest } from './operator-keys.ts';
import { largestAccountsAnswer } from './largest-accounts.ts';
import { plainListQuery } from '../lists.ts';
import { planAnswer, planIdParam, planList, putPlanRequest } from './plans.ts';
import { createSubAccountRequest, patchSubAccountRequest, subAccountAnswer, subAccountList } from './operator-sub-accounts.ts';
import { idParams } from '../route-params.ts';
import { z } from 'zod';
import { describeRoutes } from '../route.ts';
import { operatorTenantsPaths } from './operator-paths.ts';

export const operatorTenantsRoutes = describeRoutes(operatorTenantsPaths, {
  createAccount: {
    tags: ['Accounts'],
    summary: 'Create an account',
    description: 'By default a new account has the plan `free-trial` and gets the configured trial credit.',
    body: createAccountRequest,
    answer: accountAnswer,
    status: 201,
    refusals: ['domestic_only_needs_upgrade'],
  },
  listAccounts: {
    tags: ['Accounts'],
    summary: 'List accounts',
    description: 'Newest first.',
    query: accountsQuery,
    answer: accountList,
  },
  readAccount: { tags: ['Accounts'], summary: 'Read an account', params: idParams, answer: accountAnswer },
  readBrokenConnections: {
    tags: ['Accounts'],
    summary: 'Read the cost of broken connections',
    description:
      'Value of responses that clients abandoned before they were charged. Above the limits of the plan, keys are throttled and the account is refused for a while.',
    params: idParams,
    answer: brokenConnectionsAnswer,
  },
  changeAccount: {
    tags: ['Accounts'],
    summary: 'Change an account',
    description: 'Omitted fields keep their values. Effective from the next call.',
    params: idParams,
    body: patchAccountRequest,
    answer: accountAnswer,
    refusals: ['domestic_only_needs_upgrade', 'own_upstreams_need_upgrade', 'status_of_closing_account'],
  },
  createKey: {
    tags: ['Keys'],
    summary: 'Create a key',
    description: '`key` is the value, shown only once; only its hash is stored.',
    params: idParams,
    body: createKeyRequest,
    answer: newKeyAnswer,
    status: 201,
    refusals: ['allow_list_empties', 'domestic_only_needs_upgrade', 'sub_account_takes_no_keys'],
  },
  listKeys: {
    tags: ['Keys'],
    summary: "List an account's keys",
    description: 'Newest first, including reset and deleted keys.',
    params: idParams,
    query: keysQuery,
    answer: keyList,
  },
  readKey: { tags: ['Keys'], summary: 'Read a key', params: idParams, answer: keyAnswer },
  changeKey: {
    tags: ['Keys'],
    summary: 'Change a key',
    description:
      'Omitted fields keep their values. Effective from the next call: a cap below the amount spent pauses the key at once, and a higher cap resumes it.',
    params: idParams,
    body: patchKeyRequest,
    answer: keyAnswer,
    refusals: ['allow_list_empties', 'domestic_only_needs_upgrade', 'key_deleted', 'key_of_deleted_sub_account', 'key_reset'],
  },
  deleteKey: {
    tags: ['Keys'],
    summary: 'Delete a key',
    description: 'Permanent. Calls with the key get 401 from now on.',
    params: idParams,
    answer: keyAnswer,
  },
  resetKey: {
    tags: ['Keys'],
    summary: 'Reset a key',
    description: 'The old value stops working at once. Returns a new key with the same settings; its value is shown only once.',
    params: idParams,
    answer: newKeyAnswer,
    status: 201,
    refusals: ['key_deleted', 'key_reset'],
  },
  listLargestAccounts: {
    tags: ['Operation'],
    summary: 'List the largest accounts',
    description: 'The 50 accounts that use the most storage, in bytes. Counted at most every 10 minutes.',
    answer: largestAccountsAnswer,
  },
  listPlans: { tags: ['Plans'], summary: 'List plans', query: plainListQuery, answer: planList },
  putPlan: {
    tags: ['Plans'],
    summary: 'Create or replace a plan',
    description: 'Effective at once for all accounts on the plan.',
    params: z.strictObject({ id: planIdParam }),
    body: putPlanRequest,
    answer: planAnswer,
  },
  deletePlan: {
    tags: ['Plans'],
    summary: 'Delete a plan',
    description: 'Refused with 409 for `free-trial` and `standard`, and while the plan has accounts or custom prices.',
    params: z.strictObject({ id: planIdParam }),
    answer: planAnswer,
    refusals: ['plan_has_account', 'plan_has_accounts', 'plan_has_prices', 'plan_is_needed'],
  },
  createSubAccount: {
    tags: ['Sub-accounts'],
    summary: 'Create a sub-account',
    params: idParams,
    body: createSubAccountRequest,
    answer: subAccountAnswer,
    status: 201,
    refusals: ['caps_need_upgrade'],
  },
  listSubAccounts: {
    tags: ['Sub-accounts'],
    summary: 'List sub-accounts',
    description: 'Newest first, including deleted ones.',
    params: idParams,
    query: plainListQuery,
    answer: subAccountList,
  },
  changeSubAccount: {
    tags: ['Sub-accounts'],
    summary: 'Change a sub-account',
    params: idParams,
    body: patchSubAccountRequest,
    answer: subAccountAnswer,
    refusals: ['caps_need_upgrade', 'sub_account_deleted'],
  },
  deleteSubAccount: {
    tags: ['Sub-accounts'],
    summary: 'Delete a sub-account',
    description: 'Disables its keys. Its call log keeps its name.',
    params: idParams,
    answer: subAccountAnswer,
  },
});
