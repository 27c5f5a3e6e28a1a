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
    description:
      'A new account is on the plan `free-trial` and gets the trial credit that the settings say, unless said otherwise.',
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
    summary: 'Read what broken connections have taken',
    description:
      'Answers that clients broke off before they were charged, in money. Above the bounds of its plan a key is slowed down, and the account is refused until there is room again.',
    params: idParams,
    answer: brokenConnectionsAnswer,
  },
  changeAccount: {
    tags: ['Accounts'],
    summary: 'Change an account',
    description: 'Fields that are left out stay. In force for the next call.',
    params: idParams,
    body: patchAccountRequest,
    answer: accountAnswer,
    refusals: ['domestic_only_needs_upgrade', 'own_upstreams_need_upgrade', 'status_of_closing_account'],
  },
  createKey: {
    tags: ['Keys'],
    summary: 'Create a key',
    description: '`key` is the value. It is shown this once; only its hash is kept.',
    params: idParams,
    body: createKeyRequest,
    answer: newKeyAnswer,
    status: 201,
    refusals: ['allow_list_empties', 'domestic_only_needs_upgrade', 'sub_account_takes_no_keys'],
  },
  listKeys: {
    tags: ['Keys'],
    summary: "List an account's keys",
    description: 'Newest first, reset and deleted ones included.',
    params: idParams,
    query: keysQuery,
    answer: keyList,
  },
  readKey: { tags: ['Keys'], summary: 'Read a key', params: idParams, answer: keyAnswer },
  changeKey: {
    tags: ['Keys'],
    summary: 'Change a key',
    description:
      'Fields that are left out stay. In force for the next call: a cap lowered below what is spent pauses the key at once, a raised one wakes it.',
    params: idParams,
    body: patchKeyRequest,
    answer: keyAnswer,
    refusals: ['allow_list_empties', 'domestic_only_needs_upgrade', 'key_deleted', 'key_of_deleted_sub_account', 'key_reset'],
  },
  deleteKey: {
    tags: ['Keys'],
    summary: 'Delete a key',
    description: 'For good; calls with it are answered 401 from now on.',
    params: idParams,
    answer: keyAnswer,
  },
  resetKey: {
    tags: ['Keys'],
    summary: 'Reset a key',
    description:
      'The old value is dead from now on. The answer is a new key with the same settings; its value is shown this once.',
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
    description: 'In force at once for every account on it.',
    params: z.strictObject({ id: planIdParam }),
    body: putPlanRequest,
    answer: planAnswer,
  },
  deletePlan: {
    tags: ['Plans'],
    summary: 'Delete a plan',
    description:
      'Refused with 409 while accounts are on it or it has prices of its own, and for `free-trial` and `standard`, which accounts need.',
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
    description: 'Newest first, deleted ones included.',
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
    description: 'Disables its keys. Its log rows stay and keep its name.',
    params: idParams,
    answer: subAccountAnswer,
  },
});
