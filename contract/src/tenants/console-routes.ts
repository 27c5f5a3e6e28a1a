import { z } from 'zod';
import { lentKeyAnswer } from './lent-keys.ts';
import { createKeyRequest, patchKeyRequest } from './operator-keys.ts';
import { createSubAccountRequest, patchSubAccountRequest } from './operator-sub-accounts.ts';
import {
  accountParams,
  ownAccountAnswer,
  ownBalanceAnswer,
  patchOwnAccountRequest,
  proveContactRequest,
  provedContactAnswer,
} from './account.ts';
import { keyParams, ownKeyAnswer, ownKeyList, ownKeysQuery, ownNewKeyAnswer, suggestedCapsAnswer } from './console-keys.ts';
import { ownSubAccountAnswer, ownSubAccountList, ownSubAccountsQuery, subAccountParams } from './console-sub-accounts.ts';
import { describeRoutes } from '../route.ts';
import { tenantsPaths } from './console-paths.ts';

export const tenantsRoutes = describeRoutes(tenantsPaths, {
  readAccount: { tags: ['Console: account'], summary: 'Read an account', params: accountParams, answer: ownAccountAnswer },
  changeAccount: {
    tags: ['Console: account'],
    summary: 'Change an account',
    description:
      'Omitted fields keep their values. A contact address that is not a sign-in address must be confirmed with a mailed link; until then the old one stays. Five such mails a day.',
    params: accountParams,
    body: patchOwnAccountRequest,
    answer: ownAccountAnswer,
    refusals: ['contact_mails_today'],
  },
  readBalance: {
    tags: ['Console: account'],
    summary: "Read an account's balance",
    description: 'Current balance, including amounts reserved for running calls.',
    params: accountParams,
    answer: ownBalanceAnswer,
  },
  resendContactProof: {
    tags: ['Console: account'],
    summary: 'Resend the confirmation mail of a contact address',
    description: 'The new link replaces the earlier one.',
    params: accountParams,
    answer: ownAccountAnswer,
    refusals: ['contact_mails_today', 'no_contact_to_confirm'],
  },
  confirmContactAddress: {
    tags: ['Console: account'],
    summary: 'Confirm a contact address',
    description: 'Uses the mailed link once. `GET` returns a console page, because mail scanners open links.',
    body: proveContactRequest,
    answer: provedContactAnswer,
    refusals: ['contact_link_over'],
  },
  listKeys: {
    tags: ['Console: keys'],
    summary: 'List keys',
    description: 'Newest first. A page of paused or available keys can be short although there is a next page.',
    params: accountParams,
    query: ownKeysQuery,
    answer: ownKeyList,
  },
  createKey: {
    tags: ['Console: keys'],
    summary: 'Create a key',
    description: '`key` is the value, shown only once; only its hash is stored. Members of a sub-account create keys in it.',
    params: accountParams,
    body: createKeyRequest,
    answer: ownNewKeyAnswer,
    status: 201,
    refusals: [
      'allow_list_empties',
      'allow_lists_full',
      'domestic_only_needs_upgrade',
      'keys_full',
      'keys_today',
      'sub_account_takes_no_keys',
    ],
  },
  readKey: { tags: ['Console: keys'], summary: 'Read a key', params: keyParams, answer: ownKeyAnswer },
  changeKey: {
    tags: ['Console: keys'],
    summary: 'Change a key',
    description: 'Omitted fields keep their values. Effective from the next call.',
    params: keyParams,
    body: patchKeyRequest,
    answer: ownKeyAnswer,
    refusals: [
      'allow_list_empties',
      'allow_lists_full',
      'domestic_only_needs_upgrade',
      'key_deleted',
      'key_of_deleted_sub_account',
      'key_reset',
    ],
  },
  deleteKey: {
    tags: ['Console: keys'],
    summary: 'Delete a key',
    description: 'Permanent. Calls with the key get 401 from now on.',
    params: keyParams,
    answer: ownKeyAnswer,
  },
  resetKey: {
    tags: ['Console: keys'],
    summary: 'Reset a key',
    description: 'The old value stops working at once. Returns a new key with the same settings; its value is shown only once.',
    params: keyParams,
    answer: ownNewKeyAnswer,
    status: 201,
    refusals: ['key_deleted', 'key_reset', 'keys_today'],
  },
  suggestCaps: { tags: ['Console: keys'], summary: 'Suggest caps for a key', params: keyParams, answer: suggestedCapsAnswer },
  listSubAccounts: {
    tags: ['Console: sub-accounts'],
    summary: 'List sub-accounts',
    description: 'Newest first. A member of one sub-account sees only that one.',
    params: accountParams,
    query: ownSubAccountsQuery,
    answer: ownSubAccountList,
  },
  createSubAccount: {
    tags: ['Console: sub-accounts'],
    summary: 'Create a sub-account',
    params: accountParams,
    body: createSubAccountRequest,
    answer: ownSubAccountAnswer,
    status: 201,
    refusals: ['allow_lists_full', 'caps_need_upgrade', 'sub_accounts_full', 'sub_accounts_today'],
  },
  readSubAccount: {
    tags: ['Console: sub-accounts'],
    summary: 'Read a sub-account',
    params: subAccountParams,
    answer: ownSubAccountAnswer,
  },
  changeSubAccount: {
    tags: ['Console: sub-accounts'],
    summary: 'Change a sub-account',
    description: 'Omitted fields keep their values. Effective from the next call.',
    params: subAccountParams,
    body: patchSubAccountRequest,
    answer: ownSubAccountAnswer,
    refusals: ['allow_lists_full', 'caps_need_upgrade', 'sub_account_deleted'],
  },
  deleteSubAccount: {
    tags: ['Console: sub-accounts'],
    summary: 'Delete a sub-account',
    description: 'Disables its keys. Its call log keeps its name.',
    params: subAccountParams,
    answer: ownSubAccountAnswer,
  },
  lendKey: {
    tags: ['Console: playground'],
    summary: 'Lend a key to the playground',
    description:
      'Returns a value that works like the key for 15 minutes while the caller is signed in. Its calls have the limits, charges and log of the key.',
    params: accountParams.extend({ keyId: z.string().max(64) }),
    answer: lentKeyAnswer,
    refusals: ['key_not_callable'],
  },
});
