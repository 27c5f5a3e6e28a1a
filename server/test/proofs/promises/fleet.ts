import type { Proof } from '../proof.ts';

/** Many nodes: one database, shared limits, no guarantee weaker than on one. */
export const fleetPromises: readonly Proof[] = [
  {
    name: 'fleet-limits',
    promise:
      'Caps, rates and slots are exact over all nodes: 50 calls that reach two nodes at once against a strict cap worth 10 are admitted 10 times, however often it is tried.',
    for: 'users',
    file: 'server/test/fleet/races.test.ts',
    tests: 'all',
    rows: ['F23', 'I8', 'I9', 'I10'],
    minutesMax: 20,
  },
  {
    name: 'fleet-songs',
    promise:
      'A song outlives the node that ordered it: killed as soon as it is ordered, while it is looked after, or when it is made, it is carried on by another node, ordered once, charged once, and served by every node.',
    for: 'users',
    file: 'server/test/fleet/songs.test.ts',
    tests: 'all',
    rows: ['F30'],
    minutesMax: 20,
  },
  {
    name: 'fleet-lost-keys',
    promise:
      'Whatever is lost in Redis or overwritten by a foreign hand, no strict cap is passed and every figure is known again to the nano.',
    for: 'operators',
    file: 'server/test/coordination/lost-keys.test.ts',
    tests: 'all',
    rows: ['F29'],
    minutesMax: 20,
  },
  {
    name: 'fleet-untold',
    promise:
      'While a node that is alive has not told what it has, the others lend no more than their shares, and say for whom they wait.',
    for: 'operators',
    file: 'server/test/coordination/untold.test.ts',
    tests: 'all',
    rows: ['F29', 'F32'],
  },
  {
    name: 'fleet-simulation',
    promise:
      'In thousands of simulated fleets whose parts fail in any order, no strict cap is passed, no other limit beyond its stated bound, no day is mistaken, and at rest every figure is right.',
    for: 'operators',
    file: 'server/test/simulation/fleet/fleet-simulation.test.ts',
    tests: 'all',
    rows: ['L6'],
    minutesMax: 60,
    besideOthers: true,
  },
  {
    name: 'fleet-deaf-node',
    promise: 'A node that alone does not reach Redis is not ready, lends a bounded share, and keeps nobody waiting without end.',
    for: 'operators',
    file: 'server/test/fleet/deaf-node.test.ts',
    tests: 'all',
    rows: ['F32'],
  },
  {
    name: 'fleet-odd-nodes',
    promise:
      'A node with another time zone, clock, environment, database or Redis changes nothing for the others: it is refused or says what differs.',
    for: 'operators',
    file: 'server/test/fleet/odd-nodes.test.ts',
    tests: 'all',
    rows: ['F32'],
  },
  {
    name: 'connection-shares',
    promise: 'Where a database server has few connections, what is written keeps its own, and the start says what is wanted.',
    for: 'operators',
    file: 'server/test/storage/connection-shares.test.ts',
    tests: 'all',
    rows: ['F27'],
  },
  {
    name: 'fleet-changes',
    promise:
      'A key deleted, a cap lowered or an account disabled at one node is in force at every node from its answer on; while Redis is away, within about half a second.',
    for: 'users',
    file: 'server/test/fleet/changes.test.ts',
    tests: 'all',
    rows: ['F32', 'I13'],
  },
  {
    name: 'fleet-faults',
    promise:
      'Whatever breaks in a fleet (a node killed, frozen or cut off, PostgreSQL crashed or away, Redis crashed, hanging or emptied), nobody is charged for what did not arrive, nobody twice, nothing stays set aside, and the books add up.',
    for: 'operators',
    file: 'server/test/fleet/faults.test.ts',
    tests: 'all',
    rows: ['F1', 'F26', 'F29', 'F30', 'F31', 'I4', 'I5', 'I7'],
    minutesMax: 20,
  },
  {
    name: 'fleet-cut-off',
    promise:
      'A node whose packets to PostgreSQL and Redis vanish while its clients still reach it charges nobody for what did not arrive, and nobody twice: it goes on if it has them back in time, and ends if the others have declared it dead.',
    for: 'operators',
    file: 'server/test/fleet/cut-off.test.ts',
    tests: 'all',
    rows: ['F30', 'I4', 'I5', 'I7'],
    minutesMax: 10,
  },
  {
    name: 'late-records',
    promise:
      'A call that a node delivered, and could not store before the others declared it dead, costs its user nothing and is reported to the operator as uncollected exactly once, even where the others have already made it void.',
    for: 'operators',
    file: 'server/test/fleet/late-records.test.ts',
    tests: 'all',
    rows: ['F31', 'I4', 'I5'],
  },
  {
    name: 'old-changes',
    promise:
      'What nodes tell each other of their changes is deleted after a day, never before every living node knows it, and a node that was away misses nothing.',
    for: 'operators',
    file: 'server/test/fleet/old-changes.test.ts',
    tests: 'all',
    rows: ['F32'],
  },
  {
    name: 'redis-failover',
    promise:
      'A Redis replica that takes over without the last writes is noticed before it decides anything: every node reports its own figures again, and not one nano is missing.',
    for: 'operators',
    file: 'server/test/coordination/failover.test.ts',
    tests: 'all',
    rows: ['F29', 'I8'],
  },
  {
    name: 'fleet-rolls',
    promise:
      'A fleet is restarted node by node without a cut stream or a refused connection: readiness fails first, streams finish, and every answer is charged once.',
    for: 'users',
    file: 'server/test/fleet/rolling.test.ts',
    tests: 'all',
    rows: ['F3', 'I5'],
    minutesMax: 10,
  },
  {
    name: 'fleet-jobs',
    promise:
      'Each job runs once per period, whichever node it falls to; one that was frozen past its lease writes nothing more; a worker that ends is started again.',
    for: 'operators',
    file: 'server/test/fleet/jobs.test.ts',
    tests: 'all',
    rows: ['F31'],
  },
];
