import type { Proof } from '../proof.ts';

/** A large log, many accounts, large exports. */
export const sizePromises: readonly Proof[] = [
  {
    name: 'log-exact',
    promise:
      'The call log answers any combination of its filters exactly, in full pages. No page, sum, audit or purge becomes slower because the log is long.',
    for: 'operators',
    file: 'server/test/size/size.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'full-size',
    promise:
      'With ten million calls in the log, pages, sums, an export of a million rows, the purge of a day, the audit and a backup run beside calls. No call fails, and streams are hardly affected.',
    for: 'operators',
    file: 'server/test/size/full-size.test.ts',
    tests: 'all',
    rows: ['F36'],
    minutesMax: 20,
  },
  {
    name: 'pages-postgres',
    promise: 'Pages of the call log on PostgreSQL, in daily partitions, equal those of the embedded database for any filters.',
    for: 'operators',
    file: 'server/test/size/pages-postgres.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'size-postgres',
    promise:
      'The same holds for a node on PostgreSQL. With ten million calls in daily partitions, pages, sums, an export of a million rows, the purge of a day and the audit run beside calls.',
    for: 'operators',
    file: 'server/test/size/full-size-postgres.test.ts',
    tests: 'all',
    rows: ['F36'],
    minutesMax: 45,
  },
];
