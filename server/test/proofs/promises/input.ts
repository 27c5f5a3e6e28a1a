import type { Proof } from '../proof.ts';

const held = (name: string): string => `server/test/bad-input/${name}.test.ts`;

/** Which input is accepted, and what is stored of it. */
export const inputPromises: readonly Proof[] = [
  {
    name: 'canary',
    promise:
      'Data that passes through is not stored: no prompt, response or key value is in the database, the log, metrics or errors.',
    for: 'users',
    file: held('canary'),
    tests: 'all',
    rows: [],
  },
  {
    name: 'whole-service-canary',
    promise:
      'A secret appears only where it is meant to, in success and in failure. No log, other response, export, mail, file or table contains keys, passwords, codes, cookies or links. The same holds for credentials of upstreams, payment services, chat bots and mail servers.',
    for: 'users',
    file: held('whole-service-canary'),
    tests: 'all',
    rows: [],
  },
  {
    name: 'hostile-bodies',
    promise: 'A hostile body is refused with an error of the catalogue, at a cost proportional to its length.',
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
    promise: 'Errors name the wrong parameter. Fields that would redirect a request never leave the gateway.',
    for: 'users',
    file: held('parameters'),
    tests: 'all',
    rows: [],
  },
  {
    name: 'credentials',
    promise:
      'A response never reveals whether a key exists. Guessing keys is slowed down without affecting callers with valid ones.',
    for: 'users',
    file: held('credentials'),
    tests: 'all',
    rows: [],
  },
  {
    name: 'source-addresses',
    promise: 'An address list admits exactly the addresses it names, and a client cannot pretend to have one of them.',
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
    promise:
      'No route of the admin interface answers without the token, and its input is checked as strictly as that of the model API.',
    for: 'operators',
    file: 'server/test/admin/admin-security.test.ts',
    tests: 'all',
    rows: [],
  },
];
