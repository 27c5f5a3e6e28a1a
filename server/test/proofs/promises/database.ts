import type { Proof } from '../proof.ts';

/** PostgreSQL as the database: the same books on a separate machine with other faults. */
export const databasePromises: readonly Proof[] = [
  {
    name: 'postgres-keeps-the-books',
    promise:
      'PostgreSQL keeps the books by the same rules as the embedded database. The first row of a call wins, the audit finds a difference of one nano, and the log is purged only after its days are frozen.',
    for: 'operators',
    file: 'server/test/storage/postgres.test.ts',
    tests: 'all',
    rows: ['I3', 'I4', 'I20'],
    // Random histories of invoices and of queues, each on a separate database.
    minutesMax: 30,
  },
  {
    name: 'engines-agree',
    promise: 'Every page and list is the same with either database, to the order of names and the last digit.',
    for: 'operators',
    file: 'server/test/storage/engines-agree.test.ts',
    tests: 'all',
    rows: ['I3'],
  },
  {
    name: 'postgres-commits',
    promise:
      'A commit to PostgreSQL whose connection breaks, before or after it took effect, is neither lost nor done twice. Two nodes that write concurrently leave correct totals and one chain of audit entries. A node that was declared dead writes nothing more.',
    for: 'operators',
    file: 'server/test/storage/postgres-commits.test.ts',
    tests: 'all',
    rows: ['F26', 'F27', 'I4', 'I19'],
    minutesMax: 20,
  },
  {
    name: 'postgres-schema',
    promise:
      'The PostgreSQL tables are created once, however many nodes start concurrently. An interrupted migration leaves nothing behind and is repeated. The tables of a newer program are used only if that program allows it. Partitions of the log are created in advance, and dropped only when all their rows may be deleted.',
    for: 'operators',
    file: 'server/test/storage/postgres-schema.test.ts',
    tests: 'all',
    rows: ['F35', 'I20'],
  },
  {
    name: 'postgres-connections',
    promise:
      'A start that the PostgreSQL server does not allow says in one sentence what is wrong. The service uses SSL with no untrusted server. A process that lost the database to another one writes nothing more.',
    for: 'operators',
    file: 'server/test/storage/postgres-connections.test.ts',
    tests: 'all',
    rows: ['F26', 'I4'],
  },
  {
    name: 'postgres-fails',
    promise:
      'A PostgreSQL server under load that crashes, disappears for seconds, cancels statements or ends sessions costs no call, no record and no nano. A standby that takes over without the last commits is reported.',
    for: 'operators',
    file: 'server/test/faults/postgres.test.ts',
    tests: 'all',
    rows: ['F26', 'F27', 'F28', 'I4'],
    minutesMax: 20,
  },
  {
    name: 'money-model-on-postgres',
    promise: 'The money model holds on PostgreSQL as on the embedded database.',
    for: 'operators',
    file: 'server/test/money-model/postgres.test.ts',
    tests: 'all',
    rows: ['L2', 'I1', 'I3', 'I4', 'I7'],
    minutesMax: 20,
  },
];
