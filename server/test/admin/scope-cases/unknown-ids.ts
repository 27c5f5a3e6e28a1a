import type { ScopeIds } from './scope-case.ts';

/** Ids that no record has. */
export const unknownIds: ScopeIds = {
  account: 'acc_none',
  subAccount: 'sub_none',
  key: 'key_none',
  call: 'none',
  order: 'none',
  title: 'none',
  invoice: 'none',
  issued: 'none',
};
