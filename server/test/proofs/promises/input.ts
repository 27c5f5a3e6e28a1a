import type { Proof } from '../proof.ts';

const held = (name: string): string => `server/test/bad-input/${name}.test.ts`;

/** What may be sent, and what is kept of it. */
export const inputPromises: readonly Proof[] = [
  {
    name: 'canary',
    promise: 'What passes through is not kept: no prompt, answer or key value is in the database, the log, metrics or errors.',
    for: 'users',
    file: held('canary'),
    tests: 'all',
    rows: [],
  },
  {
    name: 'whole-service-canary',
    promise:
      'A secret stands where it is meant to and nowhere else: keys, passwords, codes, cookies, links, and what opens upstreams, payment services, robots and mail are in no log, other answer, export, mail, file or table, whatever goes well or badly.',
    for: 'users',
    file: held('whole-service-canary'),
    tests: 'all',
    rows: [],
  },
  {
    name: 'hostile-bodies',
    promise: 'A hostile body is refused in the words of the catalogue at a cost that grows with its length and no faster.',
    for: 'operators',
    file: held('bodies'),
    tests: 'all',
    rows: [],
  },
  {
    name: 'hostile-framing',
    promise: 'Requests that two programs could read differently are refused, and nothing can be smuggled behind another request.',
    for: 'operators',
    file: held('framing'),
    tests: 'all',
    rows: [],
  },
  {
    name: 'parameters',
    promise: 'Wrong parameters are named; fields that would steer a request elsewhere never leave the gateway.',
    for: 'users',
    file: held('parameters'),
    tests: 'all',
    rows: [],
  },
  {
    name: 'credentials',
    promise:
      'An answer never tells whether a key exists, and guessing keys is slowed down without touching callers with known ones.',
    for: 'users',
    file: held('credentials'),
    tests: 'all',
    rows: [],
  },
  {
    name: 'source-addresses',
    promise: 'A list of addresses lets in exactly those it names, and a client cannot pretend to come from one of them.',
    for: 'users',
    file: held('source-addresses'),
    tests: 'all',
    rows: [],
  },
  {
    name: 'slow-requests',
    promise: 'A request that arrives too slowly gets 408, is logged uncharged and reaches no upstream.',
    for: 'operators',
    file: held('slow-requests'),
    tests: 'all',
    rows: ['F22'],
  },
  {
    name: 'administrator-interface',
    promise: 'No route of the administrator interface answers anybody without the token, and its input is checked as strictly.',
    for: 'operators',
    file: 'server/test/admin/admin-security.test.ts',
    tests: 'all',
    rows: [],
  },
];
