import type { Proof } from '../proof.ts';

/** The process dies, is stopped, is held up, or has a defect. */
export const processPromises: readonly Proof[] = [
  {
    name: 'alarms',
    promise:
      'Alarms reach robots of every kind in their form, and go nowhere else; webhooks of accounts lead to public addresses alone, whatever their names lead to a moment later; nothing that an error quotes calls people or links.',
    for: 'operators',
    file: 'server/test/subjects/notices/robots.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'failing-calls',
    promise:
      'When calls of a model or by a route fail too often, operators get one alarm, and one message when the calls succeed again; too few calls, and silence, cause neither.',
    for: 'operators',
    file: 'server/src/domain/alarms/error-rule.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'killed-at-any-moment',
    promise:
      'Killed with `kill -9` at any moment under load, the service loses no stored call and charges nobody for an answer that did not arrive; every running call becomes a row with charge 0, and the books add up to the nano.',
    for: 'operators',
    file: 'server/test/faults/kill.test.ts',
    tests: 'all',
    rows: ['F1', 'I3', 'I4', 'I5'],
    minutesMax: 30,
  },
  {
    name: 'killed-at-each-step',
    promise:
      'Wherever the process dies on the way of a call, a commit or a job, what is found afterwards is written in a table and proved step by step.',
    for: 'operators',
    file: 'server/test/faults/crash-points.test.ts',
    tests: 'all',
    rows: ['F2', 'I4', 'I5', 'I17', 'I20'],
    minutesMax: 15,
  },
  {
    name: 'stopped-under-load',
    promise:
      'A stop (SIGTERM) cuts no stream: readiness fails first, calls are taken until the balancer has noticed, running answers end whole and are charged, and behind a balancer services restart one after the other without a failed call.',
    for: 'operators',
    file: 'server/test/faults/drain.test.ts',
    tests: ['SIGTERM'],
    rows: ['F3', 'I4', 'I5'],
    minutesMax: 20,
  },
  {
    name: 'stopped-at-once',
    promise: 'Streams that outlast the drain limit, or a second signal, end in one truthful error and cost nothing.',
    for: 'users',
    file: 'server/test/faults/drain.test.ts',
    tests: ['a stop that does not wait'],
    rows: ['F4', 'I5'],
    minutesMax: 20,
  },
  {
    name: 'frozen',
    promise:
      'A process that was frozen for longer than its time limits goes on where it was: running calls end whole, each is settled once, and no upstream is blamed.',
    for: 'operators',
    file: 'server/test/faults/pause.test.ts',
    tests: ['a process frozen longer than its time limits'],
    rows: ['F5', 'I4', 'I9'],
  },
  {
    name: 'blocked-event-loop',
    promise: 'A blocked event loop is not taken for a silent upstream or for a hanging disk, and shows in the metrics.',
    for: 'operators',
    file: 'server/test/faults/pause.test.ts',
    tests: ['an event loop blocked for two seconds'],
    rows: ['F6'],
  },
  {
    name: 'out-of-descriptors',
    promise:
      'Thousands of connections more than the process may have open end neither the process nor a running answer, and it serves again as soon as they are gone.',
    for: 'operators',
    file: 'server/test/faults/descriptors.test.ts',
    tests: 'all',
    rows: ['F12'],
  },
  {
    name: 'own-faults',
    promise: 'A defect of ours ends the one call that met it, uncharged and told, and keeps neither money nor a slot.',
    for: 'users',
    file: 'server/test/gateway/our-own-faults.test.ts',
    tests: ['a defect of ours', 'a database that does not answer', 'connections'],
    rows: ['I5', 'I10'],
  },
  {
    name: 'unforeseen-fault',
    promise: 'After a fault that nobody foresaw the process ends with what was delivered written down and running calls told.',
    for: 'operators',
    file: 'server/test/scenarios/crash.test.ts',
    tests: ['a fault that nobody foresaw'],
    rows: ['I4'],
    minutesMax: 20,
  },
];
