import type { Proof } from '../proof.ts';

/** Upstreams, clients and the wire between misbehave. */
export const networkPromises: readonly Proof[] = [
  {
    name: 'failover',
    promise:
      'Before the first byte a failing upstream is replaced by another one, at most three attempts and one reservation; after it the answer ends in one truthful error and nothing is tried again.',
    for: 'users',
    file: 'server/test/scenarios/failover.test.ts',
    tests: 'all',
    rows: ['F14', 'F15', 'F17', 'I12'],
  },
  {
    name: 'streams-split-anywhere',
    promise: 'However the network cuts a stream into pieces, the client gets the same bytes and pays the same.',
    for: 'users',
    file: 'server/test/bad-input/upstream-streams.test.ts',
    tests: 'all',
    rows: ['F16'],
  },
  {
    name: 'upstream-lies',
    promise:
      'What an upstream says is believed only if it is possible: impossible usage is never money, and none of its headers, keys or addresses reaches a client.',
    for: 'users',
    file: 'server/test/bad-input/upstream-answers.test.ts',
    tests: 'all',
    rows: ['F17', 'F18', 'F19', 'I7'],
  },
  {
    name: 'failing-upstreams',
    promise:
      'An upstream that cannot be reached, refuses or breaks off at any byte costs no client money: another one serves, or the client gets a truthful error, and a made-up end is never sent.',
    for: 'users',
    file: 'server/test/faults/upstream.test.ts',
    tests: 'all',
    rows: ['F14', 'F15', 'F16', 'I12'],
    minutesMax: 20,
  },
  {
    name: 'silent-upstreams',
    promise:
      'An upstream that falls silent or trickles is given up at the limits of time, to the second: the client of a stream is kept alive until then, nothing is charged, and slot and money are free again.',
    for: 'users',
    file: 'server/test/faults/upstream-silence.test.ts',
    tests: 'all',
    rows: ['F17', 'F18'],
  },
  {
    name: 'usage-made-up',
    promise:
      'Whatever usage an upstream reports, a strict key never pays more than was reserved, nobody pays less than nothing, and impossible figures are never money.',
    for: 'users',
    file: 'server/test/faults/upstream-usage.test.ts',
    tests: 'all',
    rows: ['F19', 'I6', 'I7'],
    minutesMax: 10,
  },
  {
    name: 'broken-clients',
    promise:
      'A client whose connection breaks at any byte pays nothing, its upstream is let go at once, and the log shows the operator what it had done.',
    for: 'users',
    file: 'server/test/faults/network.test.ts',
    tests: 'all',
    rows: ['F16', 'F20', 'I5'],
    minutesMax: 10,
  },
  {
    name: 'unread-answers',
    promise:
      'A client that does not read its answer makes its upstream wait, holds a bounded buffer for a bounded time and then is cut, uncharged; one that reads on in time gets all of it and pays once.',
    for: 'users',
    file: 'server/test/faults/slow-readers.test.ts',
    tests: 'all',
    rows: ['F21', 'I5'],
    minutesMax: 10,
  },
  {
    name: 'slow-crowds',
    promise:
      'A thousand clients that send slowly, or hundreds that do not read megabytes, cost a bounded amount of memory and are cut; ordinary calls are served beside them.',
    for: 'operators',
    file: 'server/test/faults/slow-crowds.test.ts',
    tests: 'all',
    rows: ['F13', 'F22'],
    minutesMax: 30,
  },
  {
    name: 'bounded-requests',
    promise:
      'Large requests and answers share a bounded memory that no account gets all of; refused calls and unknown model names cannot fill the disk; a connection that is over is over.',
    for: 'operators',
    file: 'server/test/faults/clients.test.ts',
    tests: 'all',
    rows: ['F13'],
  },
];
