import { regions } from '@tollgate/contract/enumerations';
import { outwardSettings } from './outward-settings.ts';
import * as read from './readers.ts';
import { defaulted, optional } from './setting.ts';
import { growthSettings } from './growth-settings.ts';
import { paymentSettings } from './payment-settings.ts';
import { signInSettings } from './sign-in-settings.ts';

/** Every setting of the service besides its bounds. Provider keys have their own table (`providers/`). */
export const serviceSettings = {
  port: defaulted(
    { name: 'TOLLGATE_PORT', meaning: 'Port to listen on; 0 takes a free one.' },
    '8080',
    read.wholeNumber(0, 65535),
  ),
  // Keys and the administrator token cross the wire in clear until something in front ends TLS,
  // so leaving this machine is a choice and not an accident.
  host: defaulted(
    { name: 'TOLLGATE_HOST', meaning: 'Address to listen on. `0.0.0.0` or `::` opens every network: do that behind TLS.' },
    '127.0.0.1',
    read.listenHost,
  ),
  consolePort: optional(
    {
      name: 'TOLLGATE_CONSOLE_PORT',
      meaning:
        "Moves everything but the models' interface to a port of its own: the console, its interfaces, payment reports, the reference, metrics.",
    },
    read.wholeNumber(0, 65535),
  ),
  dataDir: defaulted(
    { name: 'TOLLGATE_DATA_DIR', meaning: 'Data folder; everything the service keeps is in it.' },
    './data',
    read.folder,
  ),
  databaseUrl: optional(
    {
      name: 'TOLLGATE_DATABASE_URL',
      meaning: 'Keeps the data in this PostgreSQL database instead of the data folder: `postgres://user:password@host/database`.',
      secret: true,
    },
    read.serverUrl(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database?sslmode=verify-full'),
  ),
  redisUrl: optional(
    {
      name: 'TOLLGATE_REDIS_URL',
      meaning: 'Lets many nodes share one database through this Redis or Valkey: `redis://` or, with TLS, `rediss://`.',
      secret: true,
    },
    read.serverUrl(['redis:', 'rediss:'], 'rediss://user:password@host:6379'),
  ),
  objectsUrl: optional(
    {
      name: 'TOLLGATE_OBJECTS_URL',
      meaning:
        'Keeps files (songs, exports, invoices and others) in this bucket of a server that speaks S3 instead of the data folder; several nodes need it: `https://key:secret@host/bucket?region=…`.',
      secret: true,
    },
    read.bucketUrl,
  ),
  workers: defaulted(
    {
      name: 'TOLLGATE_WORKERS',
      meaning: 'Processes that serve on one port, one per core to use; more than 1 needs both servers.',
    },
    '1',
    read.wholeNumber(1, 128),
  ),
  publicUrls: defaulted(
    {
      name: 'TOLLGATE_PUBLIC_URLS',
      meaning: 'Outside addresses shown to people: `domestic=https://…,overseas=https://…`.',
    },
    '',
    read.publicUrls,
  ),
  supportContact: optional(
    {
      name: 'TOLLGATE_SUPPORT_CONTACT',
      meaning: 'Whom users are told to ask when music fails again and again: an address, a number, a page.',
    },
    read.shortText(200),
  ),
  region: defaulted(
    { name: 'TOLLGATE_REGION', meaning: "Where this instance runs: `domestic` or `overseas`. Chooses a vendor's site." },
    'domestic',
    read.oneOf(regions),
  ),
  trustedProxies: defaulted(
    { name: 'TOLLGATE_TRUSTED_PROXIES', meaning: 'Networks whose `X-Forwarded-For` is believed, for example `10.0.0.0/8`.' },
    '',
    read.networks,
  ),
  secret: optional(
    {
      name: 'TOLLGATE_SECRET',
      meaning: 'Encrypts upstream keys at rest, 32 characters or more. Made at the first start and kept in the data folder.',
      secret: true,
    },
    read.secretText(32),
  ),
  adminToken: optional(
    {
      name: 'TOLLGATE_ADMIN_TOKEN',
      meaning: 'Administrator token, 16 characters or more. Made at the first start: `admin-token` in the data folder.',
      secret: true,
    },
    read.secretText(16),
  ),
  ...outwardSettings,
  ...signInSettings,
  ...paymentSettings,
  trialCreditsPerDay: defaulted(
    {
      name: 'TOLLGATE_TRIAL_CREDITS_PER_DAY',
      meaning: 'Trial credits given to people who sign up, per day; those of more people wait for an operator.',
    },
    '200',
    read.wholeNumber(0, 1_000_000),
  ),
  timeZone: defaulted(
    { name: 'TOLLGATE_TIME_ZONE', meaning: 'Where days and months of caps and figures begin.' },
    'Asia/Shanghai',
    read.timeZone,
  ),
  logLevel: defaulted(
    { name: 'TOLLGATE_LOG_LEVEL', meaning: '`debug`, `info`, `warn`, `error` or `silent`.' },
    'info',
    read.oneOf(['debug', 'info', 'warn', 'error', 'silent']),
  ),
  usdCny: defaulted(
    { name: 'TOLLGATE_USD_CNY', meaning: 'CNY for 1 USD, for the built-in price list.' },
    '7.2',
    read.exchangeRate,
  ),
  marginPpm: defaulted(
    { name: 'TOLLGATE_MARGIN_PERCENT', meaning: 'Added to the built-in list prices, in percent.' },
    '0',
    read.percent,
  ),
};

const day = 86_400_000;

/** Every bound, with its unit last. */
export const limitSettings = {
  bodyBytesMax: defaulted(
    { name: 'TOLLGATE_BODY_BYTES_MAX', meaning: 'Largest request body (32 MiB).' },
    '33554432',
    read.wholeNumber(1024, 1_073_741_824),
  ),
  largeBytesMax: defaulted(
    {
      name: 'TOLLGATE_LARGE_BYTES_MAX',
      meaning:
        'Memory for request bodies and unstreamed answers above 64 KiB, all together (256 MiB); beyond it they get 503. One account gets at most three quarters. Smaller bodies sent in part have a quarter as much beside it.',
    },
    '268435456',
    read.wholeNumber(1_048_576, 1_099_511_627_776),
  ),
  objectsBytesMax: defaulted(
    {
      name: 'TOLLGATE_OBJECTS_BYTES_MAX',
      meaning:
        'Files kept at a time, all together (10 GiB): songs, images, exports, invoices and others. One account gets at most a quarter, one that has never paid much less.',
    },
    '10737418240',
    read.wholeNumber(67_108_864, 1_125_899_906_842_624),
  ),
  jsonDepthMax: defaulted(
    { name: 'TOLLGATE_JSON_DEPTH_MAX', meaning: 'Deepest nesting of a request body.' },
    '64',
    read.wholeNumber(4, 1000),
  ),
  connectionsMax: defaulted(
    {
      name: 'TOLLGATE_CONNECTIONS_MAX',
      meaning:
        'Client connections at the same time. One client network holds at most as many as are free; trusted proxies have no such bound.',
    },
    '10000',
    read.wholeNumber(1, 1_000_000),
  ),
  headersTimeoutMs: defaulted(
    { name: 'TOLLGATE_HEADERS_TIMEOUT_MS', meaning: 'Time to send the request headers.' },
    '15000',
    read.wholeNumber(100, day),
  ),
  requestTimeoutMs: defaulted(
    { name: 'TOLLGATE_REQUEST_TIMEOUT_MS', meaning: 'Time to send the whole request.' },
    '120000',
    read.wholeNumber(100, day),
  ),
  slowClientTimeoutMs: defaulted(
    {
      name: 'TOLLGATE_SLOW_CLIENT_TIMEOUT_MS',
      meaning: 'A client that takes no byte of its answer for this long is cut off, uncharged.',
    },
    '60000',
    read.wholeNumber(100, day),
  ),
  // A refused dial costs nothing and another route may answer.
  connectTimeoutMs: defaulted(
    { name: 'TOLLGATE_CONNECT_TIMEOUT_MS', meaning: 'Time to reach an upstream.' },
    '10000',
    read.wholeNumber(100, day),
  ),
  firstByteTimeoutMs: defaulted(
    { name: 'TOLLGATE_FIRST_BYTE_TIMEOUT_MS', meaning: 'Silence allowed before the first byte of a stream.' },
    '300000',
    read.wholeNumber(100, day),
  ),
  idleTimeoutMs: defaulted(
    { name: 'TOLLGATE_IDLE_TIMEOUT_MS', meaning: 'Silence allowed between two pieces of an answer.' },
    '120000',
    read.wholeNumber(100, day),
  ),
  // The official SDKs give up after 600 s: an answer that is not streamed must end before, so that the client still gets our 503.
  totalTimeoutMs: defaulted(
    {
      name: 'TOLLGATE_TOTAL_TIMEOUT_MS',
      meaning: 'Time for an answer that is not streamed; below the 600 s after which the SDKs give up.',
    },
    '590000',
    read.wholeNumber(100, day),
  ),
  // Clients wait 120 s for images: they must still get our 503.
  imageTotalTimeoutMs: defaulted(
    {
      name: 'TOLLGATE_IMAGE_TOTAL_TIMEOUT_MS',
      meaning: 'Time for a request for images, all its attempts together; below the 120 s that clients are told to wait.',
    },
    '110000',
    read.wholeNumber(100, day),
  ),
  streamTotalTimeoutMs: defaulted(
    { name: 'TOLLGATE_STREAM_TOTAL_TIMEOUT_MS', meaning: 'Time for a whole stream.' },
    '1800000',
    read.wholeNumber(100, day),
  ),
  streamOpenAfterMs: defaulted(
    {
      name: 'TOLLGATE_STREAM_OPEN_AFTER_MS',
      meaning: 'A stream whose upstream is silent this long is opened with comments, and gets one again as often.',
    },
    '15000',
    read.wholeNumber(100, day),
  ),
  drainLimitMs: defaulted(
    { name: 'TOLLGATE_DRAIN_LIMIT_MS', meaning: 'Time for running calls to end after SIGTERM.' },
    '120000',
    read.wholeNumber(0, day),
  ),
  drainGraceMs: defaulted(
    {
      name: 'TOLLGATE_DRAIN_GRACE_MS',
      meaning: 'After SIGTERM, how long `/readyz` fails before new calls are refused: what the balancer needs to notice it.',
    },
    '0',
    read.wholeNumber(0, day),
  ),
  nodeDeadAfterMs: defaulted(
    {
      name: 'TOLLGATE_NODE_DEAD_AFTER_MS',
      meaning:
        'A node that does not reach the database for so long is declared dead by the others and must be started again; at half the time it stops admitting calls.',
    },
    '30000',
    read.wholeNumber(2000, day),
  ),
  freeRequestsPerMinute: defaulted(
    { name: 'TOLLGATE_FREE_REQUESTS_PER_MINUTE', meaning: 'Free requests (model list, key state) per key and minute.' },
    '300',
    read.wholeNumber(1, 1_000_000),
  ),
  pollsPerMinute: defaulted(
    {
      name: 'TOLLGATE_POLLS_PER_MINUTE',
      meaning:
        'Questions per key and minute about tasks that were begun (how far a song is, the songs themselves). They are free, too.',
    },
    '600',
    read.wholeNumber(1, 1_000_000),
  ),
  ...growthSettings,
  failedAttemptsPerMinute: defaulted(
    { name: 'TOLLGATE_FAILED_ATTEMPTS_PER_MINUTE', meaning: 'Requests with a wrong key per source address and minute.' },
    '60',
    read.wholeNumber(1, 1_000_000),
  ),
};
