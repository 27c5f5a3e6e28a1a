import type { Proof } from '../proof.ts';

/** Several nodes: one database, shared limits, and the same guarantees as on one node. */
export const fleetPromises: readonly Proof[] = [
  {
    name: 'fleet-limits',
    promise:
      'Caps, rates and slots are exact over all nodes. Of 50 concurrent calls to two nodes against a strict cap worth 10, exactly 10 are admitted, in every repetition.',
    for: 'users',
    file: 'server/test/fleet/races.test.ts',
    tests: 'all',
    rows: ['F23', 'I8', 'I9', 'I10'],
    minutesMax: 20,
  },
  {
    name: 'fleet-songs',
    promise:
      'A song survives the node that ordered it, killed right after the order, during the work, or at completion. Another node continues the song. It is ordered once, charged once, and served by every node.',
    for: 'users',
    file: 'server/test/fleet/songs.test.ts',
    tests: 'all',
    rows: ['F30'],
    minutesMax: 20,
  },
  {
    name: 'fleet-lost-keys',
    promise:
      'After any loss in Redis or overwrite by another client, no strict cap is exceeded and every figure is known again to the nano.',
    for: 'operators',
    file: 'server/test/coordination/lost-keys.test.ts',
    tests: 'all',
    rows: ['F29'],
    minutesMax: 20,
  },
  {
    name: 'fleet-untold',
    promise:
      'While a live node has not reported its figures, the others lend no more than their shares, and say which node they wait for.',
    for: 'operators',
    file: 'server/test/coordination/untold.test.ts',
    tests: 'all',
    rows: ['F29', 'F32'],
  },
  {
    name: 'fleet-simulation',
    promise:
      'In thousands of simulated fleets whose parts fail in any order, no strict cap is exceeded, no other limit exceeds its stated bound, and no day is wrong. At rest every figure is correct.',
    for: 'operators',
    file: 'server/test/simulation/fleet/fleet-simulation.test.ts',
    tests: 'all',
    rows: ['L6'],
    minutesMax: 60,
    besideOthers: true,
  },
  {
    name: 'fleet-deaf-node',
    promise: 'A node that alone cannot reach Redis is not ready, lends a bounded share, and keeps nobody waiting indefinitely.',
    for: 'operators',
    file: 'server/test/fleet/deaf-node.test.ts',
    tests: 'all',
    rows: ['F32'],
  },
  {
    name: 'fleet-odd-nodes',
    promise:
      'A node with another time zone, clock, environment, database or Redis changes nothing for the others: it is refused or reports the difference.',
    for: 'operators',
    file: 'server/test/fleet/odd-nodes.test.ts',
    tests: 'all',
    rows: ['F32'],
  },
  {
    name: 'connection-shares',
    promise: 'If a database server has few connections, writes keep theirs, and the service says at startup what it needs.',
    for: 'operators',
    file: 'server/test/storage/connection-shares.test.ts',
    tests: 'all',
    rows: ['F27'],
  },
  {
    name: 'fleet-changes',
    promise:
      'A deleted key, a lowered cap or a disabled account takes effect at every node when the change is answered. While Redis is down, it takes about half a second.',
    for: 'users',
    file: 'server/test/fleet/changes.test.ts',
    tests: 'all',
    rows: ['F32', 'I13'],
  },
  {
    name: 'fleet-faults',
    promise:
      'Any fault in a fleet charges nobody for what did not arrive and nobody twice. Nothing stays reserved, and the books balance. The faults are a node killed, frozen or cut off, PostgreSQL crashed or down, and Redis crashed, hanging or emptied.',
    for: 'operators',
    file: 'server/test/fleet/faults.test.ts',
    tests: 'all',
    rows: ['F1', 'F26', 'F29', 'F30', 'F31', 'I4', 'I5', 'I7'],
    minutesMax: 20,
  },
  {
    name: 'fleet-cut-off',
    promise:
      'A node can lose PostgreSQL and Redis while its clients still reach it. It charges nobody for what did not arrive, and nobody twice. It continues if both return in time, and exits if the others have declared it dead.',
    for: 'operators',
    file: 'server/test/fleet/cut-off.test.ts',
    tests: 'all',
    rows: ['F30', 'I4', 'I5', 'I7'],
    minutesMax: 10,
  },
  {
    name: 'late-records',
    promise:
      'A node may deliver a call and be declared dead before it stores it. The call costs its user nothing and is reported to the operator as uncollected exactly once, even if the others have already made it void.',
    for: 'operators',
    file: 'server/test/fleet/late-records.test.ts',
    tests: 'all',
    rows: ['F31', 'I4', 'I5'],
  },
  {
    name: 'old-changes',
    promise:
      'Shared records of changes are deleted after a day, but never before every live node has applied them. A node that was away misses nothing.',
    for: 'operators',
    file: 'server/test/fleet/old-changes.test.ts',
    tests: 'all',
    rows: ['F32'],
  },
  {
    name: 'redis-failover',
    promise:
      'A Redis replica that takes over without the last writes is noticed before it decides anything. Every node reports its own figures again, and not one nano is missing.',
    for: 'operators',
    file: 'server/test/coordination/failover.test.ts',
    tests: 'all',
    rows: ['F29', 'I8'],
  },
  {
    name: 'fleet-rolls',
    promise:
      'A fleet restarts node by node without a cut stream or a refused connection. Readiness fails first, streams finish, and every response is charged once.',
    for: 'users',
    file: 'server/test/fleet/rolling.test.ts',
    tests: 'all',
    rows: ['F3', 'I5'],
    minutesMax: 10,
  },
  {
    name: 'fleet-jobs',
    promise:
      'Each job runs once per period, on whichever node. A job that was frozen past its lease writes nothing more. A worker that exits is started again.',
    for: 'operators',
    file: 'server/test/fleet/jobs.test.ts',
    tests: 'all',
    rows: ['F31'],
  },
];
