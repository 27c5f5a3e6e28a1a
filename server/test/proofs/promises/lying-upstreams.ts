import type { Proof } from '../proof.ts';

/** What a provider may report that is not true. */
export const lyingUpstreamPromises: readonly Proof[] = [
  {
    name: 'images-that-are-none',
    promise:
      'Whatever an upstream sends in place of images, only base64 and addresses are delivered and charged, at most as many as were asked for; megabytes of them are read in steps.',
    for: 'users',
    file: 'server/src/dialects/images/read-whole.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'image-streams',
    promise:
      'An image that is streamed is charged once all of it left, and never when its stream was cut, whatever came before; images that do not come within 110 seconds are given up with a status and free, drawn or edited, streamed or not.',
    for: 'users',
    file: 'server/test/gateway/image-streams.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'files-from-nowhere-else',
    promise:
      'What an upstream names is fetched from the hosts of its vendor and the address of its route only, over public addresses, without redirects, within bounds of bytes and time; a page in place of a file is none.',
    for: 'operators',
    file: 'server/src/upstream/fetch-media.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'songs-that-are-none',
    promise:
      'Whatever a vendor of music sends, a failure inside of a status 200 is a failure, what is no sound is no song, and megabytes are read in steps.',
    for: 'users',
    file: 'server/src/dialects/shared/music/music-upstreams.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'image-vendors',
    promise:
      'Images come in the form that was asked for where it can be had; files are fetched from hosts of the vendor alone and without its key, work is asked for at its addresses alone, and what is not drawn in 110 seconds is free.',
    for: 'users',
    file: 'server/test/gateway/image-vendors.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'vectors-that-are-none',
    promise:
      'Whatever an upstream sends in place of embeddings, only one vector for each input, all of one length and of finite numbers, is delivered and charged; a number of 32 bits arrives to the last bit in either form; megabytes are read in steps.',
    for: 'users',
    file: 'server/src/dialects/embeddings/embeddings-dialect.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'embeddings-end-like-chat',
    promise:
      'Whatever upstream and client do, embeddings are charged by reported input, once, when all of the answer went out; every other ending is free and settled.',
    for: 'users',
    file: 'server/test/gateway/embeddings.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'impossible-usage',
    promise: 'Nobody pays for more than a model can give: such a report costs the account nothing and alarms the operator.',
    for: 'users',
    file: 'server/test/gateway/believable-usage.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'charge-within-the-possible',
    promise: 'Whatever usage is reported, of whatever model, the charge is never above the price of what is possible.',
    for: 'users',
    file: 'server/src/domain/catalog/possible-usage.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'rankings',
    promise:
      'A ranking that lacks a document, names one twice or one that was not sent, or reports more than can have been read, costs nothing, whatever protocol its upstream speaks; another upstream is asked, in its own words.',
    for: 'users',
    file: 'server/test/gateway/rerank.test.ts',
    tests: 'all',
    rows: [],
  },
  {
    name: 'flapping-upstreams',
    promise:
      'A single upstream that drops every second request serves at least 80 % of the calls, all of them if they come one by one; one that is dead gets at most 2.2 requests for each of 100 calls at once, in the long run 1.2, and one a second.',
    for: 'users',
    file: 'server/test/faults/upstream-retries.test.ts',
    tests: 'all',
    rows: ['F14'],
    minutesMax: 10,
  },
  {
    name: 'platform-retries',
    promise:
      'A call whose only upstream hiccups is asked again within a second and charged once; waiting holds no connection, keeps a stream alive, and ends when the client leaves or the service stops; the log tells what each attempt met.',
    for: 'users',
    file: 'server/test/scenarios/retries.test.ts',
    tests: 'all',
    rows: ['F14', 'F15', 'I12'],
  },
  {
    name: 'blamed-routes',
    promise:
      'No text that a client can bring an upstream to say puts a route out of the use of others: only a status or code about our own key does.',
    for: 'users',
    file: 'server/src/dialects/shared/read-refusal.test.ts',
    tests: 'all',
    rows: ['F15'],
  },
  {
    name: 'routes-of-others',
    promise: 'What one request brought about, whatever its status, puts no route out of the use of others.',
    for: 'users',
    file: 'server/src/upstream/ejecting-routes.test.ts',
    tests: 'all',
    rows: ['F15'],
  },
  {
    name: 'route-health',
    promise:
      'A dead route behind a working one is seen: its state, attempts and last fault, one line when it goes and one when it is back; nobody without the administrator token learns who the providers are.',
    for: 'operators',
    file: 'server/test/subjects/catalogue/route-health.test.ts',
    tests: 'all',
    rows: ['F14'],
  },
];
