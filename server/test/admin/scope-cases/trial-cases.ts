import { grantTrial, heldTrial, listHeldTrials } from '../../../src/subjects/ledger/trials/trial-credits.ts';
import { claimStatement } from '../../../src/subjects/ledger/trials/trial-claims-store.ts';
import type { AdminBench } from '../admin-bench.ts';
import type { ScopeCases } from './scope-case.ts';

/** Puts the trial credit of an account on hold. */
async function holdTrial({ control, engine }: AdminBench, accountId: string): Promise<void> {
  const marks = { mailbox: accountId, network: 'n', browser: 'b' };
  const times = { day: 20_261_122, claimedAtMs: control.clock.nowMs(), grantedAtMs: null };
  await engine.write([claimStatement(engine, { accountId, state: 'held', reason: 'day', ...marks, ...times })], []);
}

export const trialCases: ScopeCases = {
  heldTrial: {
    may: 'account',
    ask: async (control, principal, { account }) => (await heldTrial(control, principal, account)) ?? 'none',
  },
  listHeldTrials: { may: 'operator', ask: (control, principal) => listHeldTrials(control, principal) },
  grantTrial: {
    may: 'operator',
    ask: (control, principal, { account }) => grantTrial(control, principal, account, () => ''),
    prepare: (_control, { account }, bench) => holdTrial(bench, account),
  },
};
