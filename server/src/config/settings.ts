import { regions, routeBalances } from '@tollgate/contract/enumerations';
import { outwardSettings } from './outward-settings.ts';
import * as read from './readers.ts';
import { defaulted, optional } from './setting.ts';
import { growthSettings } from './growth-settings.ts';
import { paymentSettings } from './payment-settings.ts';
import { signInSettings } from './sign-in-settings.ts';

/** Every setting of the service except its limits. Provider keys have their own table (`providers/`). */
export const serviceSettings = {
  port: defaulted(
    { name: 'TOLLGATE_PORT', meaning: 'Port to listen on; 0 takes a free one.' },
    '8080',
    read.wholeNumber(0, 65535),
  ),
  // Keys and the administrator token are sent unencrypted until a proxy in front adds TLS, so listening beyond this machine must be a
  // deliberate choice.
  host: defaulted(
    { name: 'TOLLGATE_HOST', meaning: 'Address to listen on. Use `0.0.0.0` or `::` for every network, only behind TLS.' },
    '127.0.0.1',
    read.listenHost,
  ),
  consolePort: optional(
    {
      name: 'TOLLGATE_CONSOLE_PORT',
      meaning: 'Serves the console, admin APIs, payment reports, the reference and metrics on a separate port.',
    },
    read.wholeNumber(0, 65535),
  ),
  dataDir: defaulted({ name: 'TOLLGATE_DATA_DIR', meaning: 'Folder for all data of the service.' }, './data', read.folder),
  databaseUrl: optional(
    {
      name: 'TOLLGATE_DATABASE_URL',
      meaning: 'PostgreSQL database to use instead of the data folder: `postgres://user:password@host/database`.',
      secret: true,
    },
    read.serverUrl(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database?sslmode=verify-full'),
  ),
  redisUrl: optional(
    {
      name: 'TOLLGATE_REDIS_URL',
      meaning: 'Redis or Valkey that lets several nodes share one database: `redis://`, or `rediss://` with TLS.',
      secret: true,
    },
    read.serverUrl(['redis:', 'rediss:'], 'rediss://user:password@host:6379'),
  ),
  objectsUrl: optional(
    {
      name: 'TOLLGATE_OBJECTS_URL',
      meaning:
        'S3 bucket for files such as songs, exports and invoices, instead of the data folder: `https://key:secret@host/bucket?region=…`. Several nodes need it.',
      secret: true,
    },
    read.bucketUrl,
  ),
  workers: defaulted(
    {
      name: 'TOLLGATE_WORKERS',
      meaning: 'Number of processes that serve the port, one per core to use. More than 1 needs PostgreSQL and Redis.',
    },
    '1',
    read.wholeNumber(1, 128),
  ),
  publicUrls: defaulted(
    {
      name: 'TOLLGATE_PUBLIC_URLS',
      meaning:
        'Public addresses shown to users: `domestic=https://…,overseas=https://…`. A path in one needs `TOLLGATE_CONSOLE_URL`.',
    },
    '',
    read.publicUrls,
  ),
  supportContact: optional(
    {
      name: 'TOLLGATE_SUPPORT_CONTACT',
      meaning: 'Support contact in messages about repeated music failures: an e-mail address, a phone number or a page.',
    },
    read.shortText(200),
  ),
  region: defaulted(
    { name: 'TOLLGATE_REGION', meaning: 'Where this instance runs: `domestic` or `overseas`. Selects the site of a vendor.' },
    'domestic',
    read.oneOf(regions),
  ),
  routeBalance: defaulted(
    {
      name: 'TOLLGATE_ROUTE_BALANCE',
      meaning:
        'How calls are shared between routes of equal priority and region: `balanced` (by weight), `fastest` (time to the first byte) or `cheapest` (cost of the provider). Keys can override it.',
    },
    'balanced',
    read.oneOf(routeBalances),
  ),
  trustedProxies: defaulted(
    { name: 'TOLLGATE_TRUSTED_PROXIES', meaning: 'Networks whose `X-Forwarded-For` is trusted, for example `10.0.0.0/8`.' },
    '',
    read.networks,
  ),
  secret: optional(
    {
      name: 'TOLLGATE_SECRET',
      meaning: 'Encrypts provider keys at rest, 32 characters or more. The first start creates one in the data folder.',
      secret: true,
    },
    read.secretText(32),
  ),
  adminToken: optional(
    {
      name: 'TOLLGATE_ADMIN_TOKEN',
      meaning: 'Administrator token, 16 characters or more. The first start creates one in `admin-token` in the data folder.',
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
      meaning: 'Maximum number of trial credits granted to new users per day. Further ones wait for an operator.',
    },
    '200',
    read.wholeNumber(0, 1_000_000),
  ),
  timeZone: defaulted(
    { name: 'TOLLGATE_TIME_ZONE', meaning: 'Time zone for the days and months of caps and reports.' },
    'Asia/Shanghai',
    read.timeZone,
  ),
  logLevel: defaulted(
    { name: 'TOLLGATE_LOG_LEVEL', meaning: '`debug`, `info`, `warn`, `error` or `silent`.' },
    'info',
    read.oneOf(['debug', 'info', 'warn', 'error', 'silent']),
  ),
  usdCny: defaulted({ name: 'TOLLGATE_USD_CNY', meaning: 'CNY per USD for the built-in price list.' }, '7.2', read.exchangeRate),
  marginPpm: defaulted(
    { name: 'TOLLGATE_MARGIN_PERCENT', meaning: 'Margin on the built-in list prices, in percent.' },
    '0',
    read.percent,
  ),
};

const day = 86_400_000;

/** Every limit, with its unit last. */
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
        'Total memory for request bodies and unstreamed responses above 64 KiB (256 MiB); more get 503. One account can use three quarters. Smaller bodies sent in parts have an extra quarter.',
    },
    '268435456',
    read.wholeNumber(1_048_576, 1_099_511_627_776),
  ),
  objectsBytesMax: defaulted(
    {
      name: 'TOLLGATE_OBJECTS_BYTES_MAX',
      meaning:
        'Maximum total size of stored files such as songs, images, exports and invoices (10 GiB). One account can use a quarter, and much less if it has never paid.',
    },
    '10737418240',
    read.wholeNumber(67_108_864, 1_125_899_906_842_624),
  ),
  jsonDepthMax: defaulted(
    { name: 'TOLLGATE_JSON_DEPTH_MAX', meaning: 'Maximum nesting depth of a request body.' },
    '64',
    read.wholeNumber(4, 1000),
  ),
  connectionsMax: defaulted(
    {
      name: 'TOLLGATE_CONNECTIONS_MAX',
      meaning:
        'Maximum number of concurrent client connections. One client network can hold at most as many as are free; trusted proxies are exempt.',
    },
    '10000',
    read.wholeNumber(1, 1_000_000),
  ),
  headersTimeoutMs: defaulted(
    { name: 'TOLLGATE_HEADERS_TIMEOUT_MS', meaning: 'Time limit for a client to send the request headers.' },
    '15000',
    read.wholeNumber(100, day),
  ),
  requestTimeoutMs: defaulted(
    { name: 'TOLLGATE_REQUEST_TIMEOUT_MS', meaning: 'Time limit for a client to send the whole request.' },
    '120000',
    read.wholeNumber(100, day),
  ),
  slowClientTimeoutMs: defaulted(
    {
      name: 'TOLLGATE_SLOW_CLIENT_TIMEOUT_MS',
      meaning: 'Time after which a client that reads nothing of its response is disconnected, without charge.',
    },
    '60000',
    read.wholeNumber(100, day),
  ),
  // A failed connection costs nothing, and another route may respond.
  connectTimeoutMs: defaulted(
    { name: 'TOLLGATE_CONNECT_TIMEOUT_MS', meaning: 'Time limit to connect to a provider.' },
    '10000',
    read.wholeNumber(100, day),
  ),
  firstByteTimeoutMs: defaulted(
    { name: 'TOLLGATE_FIRST_BYTE_TIMEOUT_MS', meaning: 'Time limit for the first byte of a stream.' },
    '300000',
    read.wholeNumber(100, day),
  ),
  idleTimeoutMs: defaulted(
    { name: 'TOLLGATE_IDLE_TIMEOUT_MS', meaning: 'Time limit between two parts of a response.' },
    '120000',
    read.wholeNumber(100, day),
  ),
  // The official SDKs give up after 600 s. An answer that is not streamed must end earlier, so that the client still gets our 503.
  totalTimeoutMs: defaulted(
    {
      name: 'TOLLGATE_TOTAL_TIMEOUT_MS',
      meaning: 'Time limit for an unstreamed response. Keep it below the 600 s timeout of the SDKs.',
    },
    '590000',
    read.wholeNumber(100, day),
  ),
  // Clients wait 120 s for images; they must still get our 503.
  imageTotalTimeoutMs: defaulted(
    {
      name: 'TOLLGATE_IMAGE_TOTAL_TIMEOUT_MS',
      meaning: 'Time limit for an image request including retries. Keep it below the documented client timeout of 120 s.',
    },
    '110000',
    read.wholeNumber(100, day),
  ),
  streamTotalTimeoutMs: defaulted(
    { name: 'TOLLGATE_STREAM_TOTAL_TIMEOUT_MS', meaning: 'Time limit for a whole stream.' },
    '1800000',
    read.wholeNumber(100, day),
  ),
  streamOpenAfterMs: defaulted(
    {
      name: 'TOLLGATE_STREAM_OPEN_AFTER_MS',
      meaning: 'Interval of the comments that keep a stream open while the provider sends nothing.',
    },
    '15000',
    read.wholeNumber(100, day),
  ),
  drainLimitMs: defaulted(
    { name: 'TOLLGATE_DRAIN_LIMIT_MS', meaning: 'Time limit for running calls to complete after SIGTERM.' },
    '120000',
    read.wholeNumber(0, day),
  ),
  drainGraceMs: defaulted(
    {
      name: 'TOLLGATE_DRAIN_GRACE_MS',
      meaning:
        'Time after SIGTERM in which `/readyz` fails and new calls are still accepted, so that the load balancer can react.',
    },
    '0',
    read.wholeNumber(0, day),
  ),
  nodeDeadAfterMs: defaulted(
    {
      name: 'TOLLGATE_NODE_DEAD_AFTER_MS',
      meaning:
        'Time without a database connection after which other nodes declare a node dead and it must be restarted. It stops accepting calls after half of it.',
    },
    '30000',
    read.wholeNumber(2000, day),
  ),
  freeRequestsPerMinute: defaulted(
    {
      name: 'TOLLGATE_FREE_REQUESTS_PER_MINUTE',
      meaning: 'Maximum of free requests (model list, key state) per key and minute.',
    },
    '300',
    read.wholeNumber(1, 1_000_000),
  ),
  pollsPerMinute: defaulted(
    {
      name: 'TOLLGATE_POLLS_PER_MINUTE',
      meaning: 'Maximum of free requests about tasks (state of a song, the song itself) per key and minute.',
    },
    '600',
    read.wholeNumber(1, 1_000_000),
  ),
  ...growthSettings,
  failedAttemptsPerMinute: defaulted(
    {
      name: 'TOLLGATE_FAILED_ATTEMPTS_PER_MINUTE',
      meaning: 'Maximum of requests with a wrong key per source address and minute.',
    },
    '60',
    read.wholeNumber(1, 1_000_000),
  ),
};
