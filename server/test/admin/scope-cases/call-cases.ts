import { sumCalls } from '../../../src/subjects/calls/call-sums.ts';
import { findCall } from '../../../src/control/within-scope.ts';
import type { ScopeCases } from './scope-case.ts';

export const callCases: ScopeCases = {
  sumCalls: {
    may: 'account',
    ask: (control, principal, { account }) => sumCalls(control, principal, { accountId: account, fromMs: 0, toMs: 1 }),
  },
  findCall: { may: 'see', ask: (control, principal, { call }) => findCall(control, principal, call) },
};
