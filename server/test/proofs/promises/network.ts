import type { Proof } from '../proof.ts';

/** Faults of upstreams, clients and the network between them. */
export const networkPromises: readonly Proof[] = [
  {
    name: 'failover',
    promise:
      'Before the first byte another upstream replaces a failing one, with at most three attempts and one reservation. After the first byte the response ends in one correct error, and nothing is retried.',
    for: 'users',
    file: 'server/test/scenarios/failover.test.ts',
    tests: 'all',
    rows: ['F14', 'F15', 'F17', 'I12'],
  },
  {
    name: 'streams-split-anywhere',
    promise: 'However the network splits a stream, the client gets the same bytes and pays the same.',
    for: 'users',
    file: 'server/test/bad-input/upstream-streams.test.ts',
    tests: 'all',
    rows: ['F16'],
  },
  {
    name: 'upstream-lies',
    promise:
      "An upstream's report is believed only if it is possible. Impossible usage is never charged, and none of the upstream's headers, keys or addresses reaches a client.",
    for: 'users',
    file: 'server/test/bad-input/upstream-answers.test.ts',
    tests: 'all',
    rows: ['F17', 'F18', 'F19', 'I7'],
  },
  {
    name: 'failing-upstreams',
    promise:
      'An upstream that is unreachable, refuses or aborts at any byte costs no client money. Another one serves, or the client gets a correct error. The gateway never sends an invented end.',
    for: 'users',
    file: 'server/test/faults/upstream.test.ts',
    tests: 'all',
    rows: ['F14', 'F15', 'F16', 'I12'],
    minutesMax: 20,
  },
  {
    name: 'silent-upstreams',
    promise:
      "An upstream that is silent or trickles is aborted at the time limits, to the second. Until then the client's stream is kept alive. Nothing is charged, and slot and money are released.",
    for: 'users',
    file: 'server/test/faults/upstream-silence.test.ts',
    tests: 'all',
    rows: ['F17', 'F18'],
  },
  {
    name: 'usage-made-up',
    promise:
      'Whatever usage an upstream reports, a strict key never pays more than was reserved, no charge is negative, and impossible figures are never charged.',
    for: 'users',
    file: 'server/test/faults/upstream-usage.test.ts',
    tests: 'all',
    rows: ['F19', 'I6', 'I7'],
    minutesMax: 10,
  },
  {
    name: 'broken-clients',
    promise:
      'A client whose connection breaks at any byte pays nothing, its upstream is aborted at once, and the log shows the operator what happened.',
    for: 'users',
    file: 'server/test/faults/network.test.ts',
    tests: 'all',
    rows: ['F16', 'F20', 'I5'],
    minutesMax: 10,
  },
  {
    name: 'unread-answers',
    promise:
      'A client that does not read its response makes its upstream wait, holds a bounded buffer for a bounded time, and is then cut, uncharged. A client that continues in time gets the whole response and pays once.',
    for: 'users',
    file: 'server/test/faults/slow-readers.test.ts',
    tests: 'all',
    rows: ['F21', 'I5'],
    minutesMax: 10,
  },
  {
    name: 'slow-crowds',
    promise:
      'A thousand clients that send slowly, or hundreds that do not read megabytes, use a bounded amount of memory and are cut. Ordinary calls are served at the same time.',
    for: 'operators',
    file: 'server/test/faults/slow-crowds.test.ts',
    tests: 'all',
    rows: ['F13', 'F22'],
    minutesMax: 30,
  },
  {
    name: 'bounded-requests',
    promise:
      'Large requests and responses share a bounded memory, and no account gets all of it. Refused calls and unknown model names cannot fill the disk. A closed connection keeps nothing.',
    for: 'operators',
    file: 'server/test/faults/clients.test.ts',
    tests: 'all',
    rows: ['F13'],
  },
];
