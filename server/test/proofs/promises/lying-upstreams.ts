import type { Proof } from '../proof.ts';

/** False reports of a provider. */
export const lyingUpstreamPromises: readonly Proof[] = [
  {
    name: 'images-that-are-none',
    promise:
      'Whatever an upstream sends in place of images, only base64 and addresses are delivered and charged, at most as many as were requested. Megabytes of them are read in steps.',
    for: 'users',
    file: 'server/src/dialects/images/read-whole.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'image-streams',
    promise:
      'A streamed image is charged once all of it was sent, and never when its stream was cut, whatever came before. Images that take longer than 110 seconds end with a status and are free, drawn or edited, streamed or not.',
    for: 'users',
    file: 'server/test/gateway/image-streams.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'files-from-nowhere-else',
    promise:
      "Files that an upstream names are fetched only from its vendor's hosts and its route's address. They must have public addresses, without redirects, within limits of bytes and time. A page in place of a file is refused.",
    for: 'operators',
    file: 'server/src/upstream/fetch-media.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'songs-that-are-none',
    promise:
      'Whatever a music vendor sends, a failure inside a status 200 is a failure, data that is not audio is no song, and megabytes are read in steps.',
    for: 'users',
    file: 'server/src/dialects/shared/music/music-upstreams.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'image-vendors',
    promise:
      "Images have the requested form whenever possible. Files are fetched only from the vendor's hosts and without its key, and work is requested only at its addresses. An image that takes longer than 110 seconds is free.",
    for: 'users',
    file: 'server/test/gateway/image-vendors.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'vectors-that-are-none',
    promise:
      'Whatever an upstream sends in place of embeddings, only one vector per input is delivered and charged, all of one length and of finite numbers. A 32-bit number is exact to the last bit in either form. Megabytes are read in steps.',
    for: 'users',
    file: 'server/src/dialects/embeddings/embeddings-dialect.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'embeddings-end-like-chat',
    promise:
      'Whatever upstream and client do, embeddings are charged by reported input, once, when the whole response was sent. Every other outcome is free and settled.',
    for: 'users',
    file: 'server/test/gateway/embeddings.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'impossible-usage',
    promise:
      'Nobody pays for more than a model can produce: such a report costs the account nothing and raises an alarm for the operator.',
    for: 'users',
    file: 'server/test/gateway/believable-usage.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'charge-within-the-possible',
    promise: 'Whatever usage is reported for any model, the charge is never above the price of what is possible.',
    for: 'users',
    file: 'server/src/domain/catalog/possible-usage.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'rankings',
    promise:
      'A ranking costs nothing if it lacks a document, repeats one, names one that was not sent, or reports impossible usage. This holds for every upstream protocol. Another upstream is then asked, in its own protocol.',
    for: 'users',
    file: 'server/test/gateway/rerank.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'flapping-upstreams',
    promise:
      'A single upstream that drops every second request serves at least 80 % of the calls, and all of them if they arrive one by one. A dead upstream gets at most 2.2 requests for each of 100 concurrent calls. In the long run it gets 1.2, and one a second.',
    for: 'users',
    file: 'server/test/faults/upstream-retries.test.ts',
    tests: 'all',
    rows: ['F14'],
    minutesMax: 10,
  },
  {
    name: 'platform-retries',
    promise:
      'A call whose only upstream fails briefly is retried within a second and charged once. Waiting holds no connection, keeps a stream alive, and ends when the client leaves or the service stops. The log reports the result of each attempt.',
    for: 'users',
    file: 'server/test/scenarios/retries.test.ts',
    tests: 'all',
    rows: ['F14', 'F15', 'I12'],
  },
  {
    name: 'blamed-routes',
    promise:
      "No text that a client can make an upstream say ejects a route for others: only a status or code about the gateway's key does.",
    for: 'users',
    file: 'server/src/dialects/shared/read-refusal.test.ts',
    tests: 'all',
    rows: ['F15'],
  },
  {
    name: 'routes-of-others',
    promise: 'A fault caused by one request, whatever its status, ejects no route for others.',
    for: 'users',
    file: 'server/src/upstream/routing/health/ejecting-routes.test.ts',
    tests: 'all',
    rows: ['F15'],
  },
  {
    name: 'route-health',
    promise:
      'A dead route behind a working one is visible: its state, attempts and last fault, one log line when it fails and one when it recovers. Without the admin token nobody learns who the providers are.',
    for: 'operators',
    file: 'server/test/subjects/catalogue/route-health.test.ts',
    tests: 'all',
    rows: ['F14'],
  },
];
