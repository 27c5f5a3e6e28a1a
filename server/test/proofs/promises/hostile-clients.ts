import type { Proof } from '../proof.ts';

/** What a client may try that knows how the gateway and its upstreams read a request. */
export const hostileClientPromises: readonly Proof[] = [
  {
    name: 'names-in-another-case',
    promise:
      'A member under a name that some upstreams take for one of ours never passes unread, in whatever case it is written.',
    for: 'operators',
    file: 'server/src/endpoints/chat-completions/member-names.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'text-as-picture',
    promise:
      'Text is counted as text wherever it stands and however it begins: a strict key never reserves less than it can cost.',
    for: 'operators',
    file: 'server/src/endpoints/chat-completions/worst-case.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'left-answers',
    promise: 'A client that leaves in the midst of megabytes takes all memory of its call with it at once.',
    for: 'operators',
    file: 'server/test/faults/left-answers.test.ts',
    tests: 'all',
    rows: ['F13', 'F21'],
    minutesMax: 10,
  },
  {
    name: 'reservations-of-others',
    promise: 'What one account does moves no reservation of another, and its own only within stated bounds.',
    for: 'users',
    file: 'server/test/scenarios/reserved-output.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'wrong-base-address',
    promise:
      'A wrong base address and a dead key are told as what they are however often they come, and guesses stay few for the database.',
    for: 'users',
    file: 'server/test/gateway/wrong-base-address.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'words-of-aggregators',
    promise:
      'An aggregator switches its channel off for a dead key or an empty account and for nothing else, whatever a client writes.',
    for: 'users',
    file: 'server/test/gateway/aggregator-words.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'large-answers',
    promise:
      'A client that breaks its connection without having read a large answer pays nothing although the system had taken all of it; one that takes it pays, however slowly it reads; slots, requests and memory do not wait for that.',
    for: 'users',
    file: 'server/test/gateway/shown-answers.test.ts',
    tests: 'all',
    rows: ['F20', 'F21', 'I5'],
  },
];
