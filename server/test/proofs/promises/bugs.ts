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
  {
    name: 'generated-mutants',
    promise:
      'In the modules that admit, meter and settle calls, judge whether an answer was delivered, slow down who breaks connections off, and read requests for the sandbox, the tests notice every small bug: each condition negated, each call removed, each bound moved by one. What no test can notice changes nothing, and is explained one by one.',
    for: 'operators',
    file: 'server/test/mutants/generated-mutants.test.ts',
    tests: 'all',
    rows: ['generated mutants'],
    minutesMax: 180,
  },
];
