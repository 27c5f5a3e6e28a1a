import type { Proof } from '../proof.ts';

/** The process dies, is stopped, is paused, or has a defect. */
export const processPromises: readonly Proof[] = [
  {
    name: 'alarms',
    promise:
      'Alarms reach chat bots of every kind in their format, and no other address. Webhooks of accounts reach only public addresses, even if their name resolves differently a moment later. Quoted error text neither mentions people nor contains links.',
    for: 'operators',
    file: 'server/test/subjects/notices/robots.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'failing-calls',
    promise:
      'When calls of a model or by a route fail too often, operators get one alarm, and one message when the calls succeed again. Too few calls or silence cause neither.',
    for: 'operators',
    file: 'server/src/domain/alarms/error-rule.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'killed-at-any-moment',
    promise:
      'A service killed with `kill -9` under load loses no stored call and charges nobody for a response that did not arrive. Every running call becomes a row with charge 0, and the books balance to the nano.',
    for: 'operators',
    file: 'server/test/faults/kill.test.ts',
    tests: 'all',
    rows: ['F1', 'I3', 'I4', 'I5'],
    minutesMax: 30,
  },
  {
    name: 'killed-at-each-step',
    promise:
      'If the process dies at any step of a call, a commit or a job, its state afterwards is the one that a table states, proved step by step.',
    for: 'operators',
    file: 'server/test/faults/crash-points.test.ts',
    tests: 'all',
    rows: ['F2', 'I4', 'I5', 'I17', 'I20'],
    minutesMax: 15,
  },
  {
    name: 'stopped-under-load',
    promise:
      'A stop (SIGTERM) cuts no stream: readiness fails first, calls are accepted until the balancer has noticed, and running responses finish and are charged. Behind a balancer, services restart one after the other without a failed call.',
    for: 'operators',
    file: 'server/test/faults/drain.test.ts',
    tests: ['SIGTERM'],
    rows: ['F3', 'I4', 'I5'],
    minutesMax: 20,
  },
  {
    name: 'stopped-at-once',
    promise: 'Streams that outlast the drain limit, or a second signal, end in one correct error and cost nothing.',
    for: 'users',
    file: 'server/test/faults/drain.test.ts',
    tests: ['a stop that does not wait'],
    rows: ['F4', 'I5'],
    minutesMax: 20,
  },
  {
    name: 'frozen',
    promise:
      'A process that was frozen for longer than its time limits continues where it was. Running calls finish, each is settled once, and no upstream is blamed.',
    for: 'operators',
    file: 'server/test/faults/pause.test.ts',
    tests: ['a process frozen longer than its time limits'],
    rows: ['F5', 'I4', 'I9'],
  },
  {
    name: 'blocked-event-loop',
    promise: 'A blocked event loop does not count as a silent upstream or a hanging disk, and shows in the metrics.',
    for: 'operators',
    file: 'server/test/faults/pause.test.ts',
    tests: ['an event loop blocked for two seconds'],
    rows: ['F6'],
  },
  {
    name: 'out-of-descriptors',
    promise:
      'Thousands of connections beyond the process limit end neither the process nor a running response. The service accepts connections again as soon as these are closed.',
    for: 'operators',
    file: 'server/test/faults/descriptors.test.ts',
    tests: 'all',
    rows: ['F12'],
  },
  {
    name: 'own-faults',
    promise:
      'A defect of the gateway ends only the call that met it, uncharged and with an error, and keeps neither money nor a slot.',
    for: 'users',
    file: 'server/test/gateway/our-own-faults.test.ts',
    tests: ['a defect of ours', 'a database that does not answer', 'connections'],
    rows: ['I5', 'I10'],
  },
  {
    name: 'unforeseen-fault',
    promise: 'After an unforeseen fault, the process stores what was delivered, ends running calls with an error, and exits.',
    for: 'operators',
    file: 'server/test/scenarios/crash.test.ts',
    tests: ['a fault that nobody foresaw'],
    rows: ['I4'],
    minutesMax: 20,
  },
];
