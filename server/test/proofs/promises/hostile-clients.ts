import type { Proof } from '../proof.ts';

/** What a client can try that knows how the gateway and its upstreams parse requests. */
export const hostileClientPromises: readonly Proof[] = [
  {
    name: 'names-in-another-case',
    promise: 'A member whose name some upstreams treat as one of ours never passes unchecked, in any case.',
    for: 'operators',
    file: 'server/src/endpoints/chat-completions/member-names.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'text-as-picture',
    promise: 'Text is counted as text at any place and with any beginning: a strict key never reserves less than it can cost.',
    for: 'operators',
    file: 'server/src/endpoints/chat-completions/worst-case.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'left-answers',
    promise: 'When a client leaves during megabytes, all memory of its call is released at once.',
    for: 'operators',
    file: 'server/test/faults/left-answers.test.ts',
    tests: 'all',
    rows: ['F13', 'F21'],
    minutesMax: 10,
  },
  {
    name: 'reservations-of-others',
    promise: 'What one account does changes no reservation of another, and its own only within stated limits.',
    for: 'users',
    file: 'server/test/scenarios/reserved-output.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'wrong-base-address',
    promise:
      'A wrong base address and a dead key get their own error however often they occur, and guesses cause few database look-ups.',
    for: 'users',
    file: 'server/test/gateway/wrong-base-address.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'words-of-aggregators',
    promise:
      'An aggregator disables its channel for a dead key or an empty account and for nothing else, whatever a client writes.',
    for: 'users',
    file: 'server/test/gateway/aggregator-words.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'large-answers',
    promise:
      'A client that breaks its connection without reading a large response pays nothing, although the system had accepted all of it. A client that reads it pays, however slowly. Slots, requests and memory do not wait for that.',
    for: 'users',
    file: 'server/test/gateway/shown-answers.test.ts',
    tests: 'all',
    rows: ['F20', 'F21', 'I5'],
  },
  {
    name: 'client-json',
    promise: 'No JSON input ends the process, or blocks its event loop longer than a few times what parsing it takes.',
    for: 'operators',
    file: 'server/test/bad-input/client-json.test.ts',
    tests: 'all',
    rows: [],
    minutesMax: 20,
    besideOthers: true,
  },
  {
    name: 'sandbox-bounds',
    promise: 'Responses of the sandbox model are bounded, and a fault in it affects only one call.',
    for: 'operators',
    file: 'server/src/providers/sandbox/sandbox-bounds.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'refused-bodies',
    promise:
      'A client that repeatedly sends bodies that are refused is stopped before the next one is read. Nobody else is affected.',
    for: 'operators',
    file: 'server/test/gateway/refused-bodies.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'forms',
    promise:
      'The gateway reads a form as every other reader does, or refuses it with the name of its field. Any 32 MiB are scanned in steps.',
    for: 'operators',
    file: 'server/src/forms/read-form.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'public-documents',
    promise: 'Public documents are generated once, however often they are requested.',
    for: 'operators',
    file: 'server/test/admin/documents.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'whose-doing',
    promise:
      'If a client leaves or does not read, the log attributes the end of the call to the client and keeps its worth. It never attributes a fault of the upstream or the gateway to the client, and no route is blamed for a client.',
    for: 'operators',
    file: 'server/test/gateway/whose-doing.test.ts',
    tests: 'all',
    rows: ['F21'],
  },
  {
    name: 'refused-calls',
    promise:
      'However many calls of a key are refused, the log counts every one of them, in few rows, and none is lost among stray requests.',
    for: 'users',
    file: 'server/test/storage/refused-calls.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'songs-of-others',
    promise:
      'A song is available only at its signed address, for a day. Every other address gets the same response, and guesses are counted. A slow reader holds little memory and delays nobody.',
    for: 'users',
    file: 'server/test/gateway/content.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'http-clients',
    promise:
      'The default HTTP clients and frameworks of ten languages work without a setting, and none mistakes a broken stream for a whole one.',
    for: 'users',
    file: 'server/test/clients/http-clients.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'sdks',
    promise:
      'Official SDKs, old and new, and the frameworks over them work in every protocol: whole and streamed, with tools, thinking and images. Each refusal and each broken stream is an error of the SDK.',
    for: 'users',
    file: 'server/test/clients/sdks.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'coding-agents',
    promise:
      'Coding agents work with every upstream protocol by their address and key alone. When an upstream fails, each one ends truthfully: at most three attempts for each of its requests, and no charge. 40 seconds of silence end nothing.',
    for: 'users',
    file: 'server/test/clients/coding-agents.test.ts',
    tests: 'all',
    rows: ['I5'],
    minutesMax: 45,
  },
  {
    name: 'translated-conversations',
    promise:
      'Whatever a client of one chat protocol says arrives at upstreams of every other one: texts, files, calls with exact arguments, results, thoughts and settings. What a protocol cannot express is exactly what the documentation lists.',
    for: 'users',
    file: 'server/src/dialects/shared/hub/round-trips.test.ts',
    tests: 'all',
    rows: [],
    besideOthers: true,
  },
  {
    name: 'chat-through-hub',
    promise:
      'A conversation in chat completions that uses only what every protocol has passes through the translation unchanged.',
    for: 'users',
    file: 'server/src/dialects/chat-completions/hub/client-half.test.ts',
    tests: ['a conversation that only uses'],
    rows: [],
    besideOthers: true,
  },
  {
    name: 'messages-through-hub',
    promise: 'A conversation in Messages passes through the translation unchanged, apart from breakpoints beyond four.',
    for: 'users',
    file: 'server/src/dialects/messages/hub/upstream-half.test.ts',
    tests: ['comes back as it was'],
    rows: [],
    besideOthers: true,
  },
  {
    name: 'zero-fields',
    promise:
      'A program that sends zeros for fields that it never set gets the same response as without these fields, from upstreams of every protocol.',
    for: 'users',
    file: 'server/test/bad-input/zero-fields.test.ts',
    tests: 'all',
    rows: [],
  },
];
