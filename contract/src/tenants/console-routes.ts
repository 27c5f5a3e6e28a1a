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
      'Fields that are left out stay. A contact address that no member signs in with is in force once it is confirmed by a link that is mailed to it; until then the one before stays. Five such mails a day.',
    params: accountParams,
    body: patchOwnAccountRequest,
    answer: ownAccountAnswer,
    refusals: ['contact_mails_today'],
  },
  readBalance: {
    tags: ['Console: account'],
    summary: "Read an account's balance",
    description: 'As of now; what running calls have set aside is in it.',
    params: accountParams,
    answer: ownBalanceAnswer,
  },
  resendContactProof: {
    tags: ['Console: account'],
    summary: 'Mail the link to a new contact address again',
    description: 'In place of the earlier one.',
    params: accountParams,
    answer: ownAccountAnswer,
    refusals: ['contact_mails_today', 'no_contact_to_confirm'],
  },
  confirmContactAddress: {
    tags: ['Console: account'],
    summary: 'Confirm a contact address',
    description:
      'With the link that was mailed to it, once. By `GET` there is a page of the console, because programs follow links.',
    body: proveContactRequest,
    answer: provedContactAnswer,
    refusals: ['contact_link_over'],
  },
  listKeys: {
    tags: ['Console: keys'],
    summary: 'List keys',
    description:
      'Newest first. Of paused and of available keys a page may hold less than its limit although there is a next one.',
    params: accountParams,
    query: ownKeysQuery,
    answer: ownKeyList,
  },
  createKey: {
    tags: ['Console: keys'],
    summary: 'Create a key',
    description:
      '`key` is the value. It is shown this once; only its hash is kept. Members bound to a sub-account make keys of it.',
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
    description: 'Fields that are left out stay. In force for the next call.',
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
    description: 'For good; calls with it are answered 401 from now on.',
    params: keyParams,
    answer: ownKeyAnswer,
  },
  resetKey: {
    tags: ['Console: keys'],
    summary: 'Reset a key',
    description:
      'The old value is dead from now on. The answer is a new key with the same settings; its value is shown this once.',
    params: keyParams,
    answer: ownNewKeyAnswer,
    status: 201,
    refusals: ['key_deleted', 'key_reset', 'keys_today'],
  },
  suggestCaps: { tags: ['Console: keys'], summary: 'Suggest caps for a key', params: keyParams, answer: suggestedCapsAnswer },
  listSubAccounts: {
    tags: ['Console: sub-accounts'],
    summary: 'List sub-accounts',
    description: 'Newest first; a member who is bound to one sees that one.',
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
    description: 'Fields that are left out stay. In force for the next call.',
    params: subAccountParams,
    body: patchSubAccountRequest,
    answer: ownSubAccountAnswer,
    refusals: ['allow_lists_full', 'caps_need_upgrade', 'sub_account_deleted'],
  },
  deleteSubAccount: {
    tags: ['Console: sub-accounts'],
    summary: 'Delete a sub-account',
    description: 'Disables its keys. Its log rows stay and keep its name.',
    params: subAccountParams,
    answer: ownSubAccountAnswer,
  },
  lendKey: {
    tags: ['Console: playground'],
    summary: 'Lend a key to the playground',
    description:
      'A value that works like the key for 15 minutes, while the caller stays signed in and may use the playground. Its calls count as calls of the key: same limits, charges and log.',
    params: accountParams.extend({ keyId: z.string().max(64) }),
    answer: lentKeyAnswer,
    refusals: ['key_not_callable'],
  },
});
