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
      'A wrong base address and a dead key get their own error however often they come, and guesses stay few for the database.',
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
  {
    name: 'client-json',
    promise:
      'Nothing that can be written as JSON ends the process, or holds its event loop longer than parsing it a few times would.',
    for: 'operators',
    file: 'server/test/bad-input/client-json.test.ts',
    tests: 'all',
    rows: [],
    minutesMax: 20,
    besideOthers: true,
  },
  {
    name: 'sandbox-bounds',
    promise: 'What the sandbox model answers is bounded, and what goes wrong in it is the fault of one call.',
    for: 'operators',
    file: 'server/src/providers/sandbox/sandbox-bounds.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'refused-bodies',
    promise: 'A client that has bodies read only to see them refused is stopped before the next one is read, and nobody else is.',
    for: 'operators',
    file: 'server/test/gateway/refused-bodies.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'forms',
    promise:
      'A form means to the gateway what it means to every other reader, or it is refused by the name of its field; 32 MiB of anything are looked through in steps.',
    for: 'operators',
    file: 'server/src/forms/read-form.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'public-documents',
    promise: 'Documents that anybody may read are made once, however often they are asked for.',
    for: 'operators',
    file: 'server/test/admin/documents.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'whose-doing',
    promise:
      'A call that ended because its client left or did not read is the client’s doing, with its worth kept; what an upstream or the gateway did never is, and no route is blamed for a client.',
    for: 'operators',
    file: 'server/test/gateway/whose-doing.test.ts',
    tests: 'all',
    rows: ['F21'],
  },
  {
    name: 'refused-calls',
    promise:
      'However many calls of a key are refused, the log counts every one of them, in rows that stay few, and none of them is lost among the strays.',
    for: 'users',
    file: 'server/test/storage/refused-calls.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'songs-of-others',
    promise:
      'A song is handed out at its signed address only, for a day; every other address gets the same answer, guesses are counted, and a slow reader holds little memory and delays nobody.',
    for: 'users',
    file: 'server/test/gateway/content.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'http-clients',
    promise:
      'The HTTP clients and frameworks of ten languages call it as they are, without a setting, and none takes a stream that broke for a whole one.',
    for: 'users',
    file: 'server/test/clients/http-clients.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'zero-fields',
    promise:
      'A program that sends its whole structure, with zeros for what it never set, is answered as if it had left them out, by upstreams of every protocol.',
    for: 'users',
    file: 'server/test/bad-input/zero-fields.test.ts',
    tests: 'all',
    rows: [],
  },
];
