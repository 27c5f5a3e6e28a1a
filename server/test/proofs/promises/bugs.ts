import type { Proof } from '../proof.ts';

/** Bugs of other gateways that are inserted intentionally; the tests must catch each of them. Their figures are those of row L5. */
export const bugPromises: readonly Proof[] = [
  {
    name: 'bugs-of-others',
    promise:
      'The tests notice the known bugs of other gateways. Each bug is put in, one at a time, and the gateway starts and serves with it. A test that knows nothing of the bug then fails by its assertion.',
    for: 'operators',
    file: 'server/test/mutants/mutants.test.ts',
    tests: 'all',
    rows: ['L5'],
    minutesMax: 15,
  },
  {
    name: 'generated-mutants',
    promise:
      'The tests notice every small bug in the modules that decide about money and access: each condition negated, each call removed, each bound moved by one. These modules admit, meter and settle calls, judge delivery, slow down clients that break connections, and read requests for the sandbox. A mutant that no test can notice changes nothing, and is explained.',
    for: 'operators',
    file: 'server/test/mutants/generated-mutants.test.ts',
    tests: 'all',
    rows: ['generated mutants'],
    minutesMax: 180,
  },
];
