import type { Proof } from '../proof.ts';

/** Bugs of other gateways put in on purpose: the tests must catch each of them. Their figures are those of row L5. */
export const bugPromises: readonly Proof[] = [
  {
    name: 'bugs-of-others',
    promise:
      'The tests would notice if this gateway had the bugs that others had: each is put in, one at a time, the gateway starts and serves with it, and a test that knows nothing of it fails by what it asserts.',
    for: 'operators',
    file: 'server/test/mutants/mutants.test.ts',
    tests: 'all',
    rows: ['L5'],
    minutesMax: 15,
  },
];
