import { Agent, request } from 'node:http';
import { signInRequests } from '@tollgate/contract/people/sign-in-requests';
import { seededRandom } from '../proofs/seed.ts';
import { inTime } from '../wait-for.ts';

/** A request of an anonymous client. */
interface Shot {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

interface Hit {
  readonly status: number;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });
let sources = 0;

/** Sends each request from a different address, so that no limit per address applies. */
export function shoot(url: string, { method, path, headers = {}, body }: Shot): Promise<Hit> {
  sources += 1;
  const { hostname, port, origin } = new URL(url);
  const answered = new Promise<Hit>((resolve, reject) => {
    const sent = request({
      method,
      path,
      hostname,
      port,
      agent,
      headers: {
        origin,
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': `203.${String((sources >> 16) & 255)}.${String((sources >> 8) & 255)}.${String(sources & 255)}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        ...headers,
      },
    });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => {
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() });
      });
    });
    sent.end(body);
  });
  return inTime(answered, { what: `an answer to ${method} ${path.slice(0, 200)}` });
}

interface Operation {
  readonly method: string;
  readonly path: string;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** All documented addresses of the service, and the undocumented ones. */
async function everyOperation(url: string): Promise<readonly Operation[]> {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: Record<string, object> };
  const described = Object.entries(paths).flatMap(([path, entry]) =>
    methods.filter((method) => method in entry).map((method) => ({ method: method.toUpperCase(), path })),
  );
  const signIn = (['GET', 'POST'] as const).flatMap((method) =>
    Object.keys(signInRequests[method]).map((path) => ({ method, path: `/api/console/auth${path}` })),
  );
  const callbacks = ['alipay', 'wechat', 'stripe', 'epay', 'bank', 'none'].flatMap((name) =>
    (['GET', 'POST'] as const).map((method) => ({ method, path: `/api/callbacks/${name}` })),
  );
  const others = [
    '/healthz',
    '/readyz',
    '/metrics',
    '/openapi.json',
    '/docs',
    '/docs/api',
    '/docs/json',
    '/favicon.svg',
    '/assets/x.js',
    '/api',
    '/api/none',
  ];
  const files = ['/v1/files/x', '/v1/content/x?expires=1&signature=x', '/files/x'];
  const pages = ['/', '/pricing/a/b', '/sign-in', '/keys/x', '/operator'];
  return [...described, ...signIn, ...callbacks, ...[...others, ...files, ...pages].map((path) => ({ method: 'GET', path }))];
}

const nested = (depth: number, open: string, close: string): string => `${open.repeat(depth)}1${close.repeat(depth)}`;

/** Values for a field, as JSON. */
const hostileValues: readonly string[] = [
  ...['null', 'true', '7', '1e999', '-0', '""', '"x"', '[]', '{}', '["a@b.org"]', '{"toString":"x"}', '{"__proto__":{"a":1}}'],
  ...[
    '"\\ud800"',
    '"a\\udc00b@x.org"',
    '"\\u0000"',
    '"\\u202e\\u0007"',
    '"%00"',
    '"../../x"',
    '"https://evil.example"',
    '"//evil.example"',
  ],
  nested(9000, '[', ']'),
  nested(3000, '{"a":', '}'),
  `"a@${'.'.repeat(15_000)}"`,
  `"${'@'.repeat(15_000)}"`,
  `"${'a'.repeat(254)}@x.org"`,
];

/** Whole bodies sent as JSON. */
const hostileBodies: readonly (string | Buffer)[] = [
  ...['', 'null', '[]', '"x"', '7', '{', '{"a":', '{}', '[{}]', '{"__proto__":{"a":1},"constructor":{"prototype":{}}}'],
  ...['{"a":1,"a":2}', '\ufeff{}', '{"a":\u0000}', '['.repeat(9000), nested(9000, '[', ']'), nested(3000, '{"email":', '}')],
  Buffer.from('7b2261223a22ff227d', 'hex'),
  Buffer.from('{}', 'utf16le'),
  `{"a":"${'x'.repeat(30_000)}"}`,
  `{${Array.from({ length: 900 }, (_, at) => `"k${String(at)}":1`).join(',')}}`,
];

const hostileTypes: readonly string[] = [
  ...[
    'text/plain',
    'application/json; charset=utf-16',
    'application/json;;;',
    'multipart/form-data',
    'x',
    'application/json, text/html',
  ],
  ...['application/x-www-form-urlencoded', `application/json; a="${'b'.repeat(2000)}"`],
];

const hostileHeaders: readonly Readonly<Record<string, string>>[] = [
  { cookie: 'tollgate=%E0%A4%A; tollgate.two_factor=%; tollgate-device=\u00ff' },
  { cookie: `tollgate=${'a'.repeat(40)}.${'b'.repeat(43)}%3D` },
  { cookie: Array.from({ length: 500 }, (_, at) => `tollgate.c${String(at)}=x`).join('; ') },
  { cookie: 'tollgate=;'.repeat(1000) },
  { cookie: 'tollgate.two_factor=x.y; tollgate.better-auth-passkey=x.y; tollgate.state=x.y; tollgate.oauth_state=x' },
  { 'user-agent': '\u00ff'.repeat(3000), 'accept-language': 'en;q=\u00e4'.repeat(300) },
  { origin: 'null' },
  { origin: 'https://\u00e4' },
  { authorization: 'Bearer \u00ff\u00fe' },
  { authorization: `Bearer ${'x'.repeat(9000)}` },
  { 'x-forwarded-for': '%%%, 999.1.1.1, ::ffff:1' },
  { 'content-encoding': 'gzip' },
  { expect: '100-continue' },
  { accept: '*/*;q=x, text/html' },
  { 'idempotency-key': '\u00ff'.repeat(300) },
];

/** Path segments in wire form. */
const hostileParts: readonly string[] = [
  ...[
    'none',
    '%61',
    '%00',
    '%',
    '%zz',
    '..',
    '.',
    '',
    '%2F',
    '%2e%2e',
    '\\',
    '%C0%AF',
    '%f0%9f%92%a5',
    '%ED%A0%80',
    ';a=b',
    "'",
    'a'.repeat(600),
  ],
  ...['__proto__', 'constructor', '%22%3E', '1e999', '-1'],
];

/** Queries in wire form. */
const hostileQueries: readonly string[] = [
  ...['?', '?a', '?a=1&a=2', '?%', '?%00=%00', '?state=%00&code=%ff', '?state=%ED%A0%80', '?t=%00', `?t=${'x'.repeat(6000)}`],
  ...[
    '?__proto__=1',
    '?lang=xx',
    '?kind[]=x',
    '?expires=1e999&signature=%00',
    '?token=a&token=b',
    '?cursor=%f0%9f%92%a5&limit=-1',
  ],
];

const madeByChance = 800;

/** Addresses that query a database for an unknown record. */
const looksUp = /^\/api\/(?:console\/(?!accounts)|callbacks|v2|status|announcements|unsubscribe)|^\/v1\//;
const takesBody = (method: string): boolean => method !== 'GET' && method !== 'DELETE';
/** An address with ids that do not exist. */
const filled = (path: string, part = 'none'): string => path.replaceAll(/\{[^}]+\}|\*/g, () => part);

/** Valid fields as the console sends them, so that only one field is invalid. */
const right: Readonly<Record<string, string>> = {
  email: '"somebody@example.org"',
  password: '"a long enough password"',
  newPassword: '"another long password"',
  currentPassword: '"a long enough password"',
  code: '"123456"',
  callbackURL: '"/overview"',
  revokeOtherSessions: 'true',
};
const credential =
  '"id":"aWQ","rawId":"aWQ","type":"public-key","clientExtensionResults":{},"response":{"clientDataJSON":"e30","authenticatorData":"AA","signature":"AA","attestationObject":"AA"}';
const partsOfCredential = ['id', 'clientDataJSON', 'clientExtensionResults', 'transports', 'response'];

function* bodiesWith(field: string, beside: readonly string[]): Generator<string> {
  const others = beside.map((name) => `"${name}":${right[name] ?? '"x"'},`).join('');
  for (const value of hostileValues) {
    yield `{${others}"${field}":${value}}`;
    if (field === 'response') for (const part of partsOfCredential) yield `{"response":{${credential},"${part}":${value}}}`;
  }
}

/** Requests to each sign-in address: every field, and two unknown ones, with each value, while all other fields are valid. */
function* fieldShots(): Generator<Shot> {
  for (const [path, form] of Object.entries(signInRequests.POST)) {
    const { shape = {} } = form as { readonly shape?: object };
    const fields = Object.keys(shape);
    for (const field of new Set([...fields, 'image', 'locale'])) {
      const beside = fields.filter((name) => ![field, 'altcha', 'locale'].includes(name));
      for (const body of bodiesWith(field, beside)) yield { method: 'POST', path: `/api/console/auth${path}`, body };
    }
  }
}

function* routeShots({ method, path }: Operation): Generator<Shot> {
  const at = filled(path);
  // Addresses that require authentication read nothing before it, so a few requests are enough.
  const isOpen = !/^\/api\/admin|\{accountId\}/.test(path);
  const some = <Value>(values: readonly Value[], few: number): readonly Value[] => (isOpen ? values : values.slice(0, few));
  yield { method, path: at };
  for (const query of some(hostileQueries, 1)) yield { method, path: at + query };
  if (path.includes('{')) for (const part of some(hostileParts, 3)) yield { method, path: filled(path, part) };
  if (takesBody(method)) for (const body of some(hostileBodies, 2)) yield { method, path: at, body };
}

function* chanceShots(operations: readonly Operation[]): Generator<Shot> {
  const random = seededRandom();
  const any = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
  const bodyOf = (): { body: string | Buffer } =>
    random() < 0.5 ? { body: any(hostileBodies) } : { body: `{"email":${any(hostileValues)},"token":${any(hostileValues)}}` };
  for (let made = 0; made < madeByChance; made += 1) {
    const { method, path } = any(operations);
    const body = takesBody(method) ? bodyOf() : {};
    const type = 'body' in body && random() < 0.3 ? { 'content-type': any(hostileTypes) } : {};
    const into = random() < 0.2 ? path.replace(/\/[^/]*$/, () => `/${any(hostileParts)}`) : path;
    const address = filled(into, any(hostileParts)) + (random() < 0.3 ? any(hostileQueries) : '');
    yield { method, ...body, path: address, headers: { ...(random() < 0.4 ? any(hostileHeaders) : {}), ...type } };
  }
}

/** @param isPart skips addresses that query no database. */
export async function* everyShot(url: string, isPart: boolean): AsyncGenerator<Shot> {
  const all = await everyOperation(url);
  const operations = isPart ? all.filter(({ path }) => looksUp.test(path)) : all;
  yield* fieldShots();
  for (const operation of operations) yield* routeShots(operation);
  for (const method of ['OPTIONS', 'HEAD', 'PUT', 'TRACE', 'PROPFIND'])
    for (const path of ['/healthz', '/api/console/auth/sign-in/email', '/v1/chat/completions', '/api/none'])
      yield { method, path };
  yield* chanceShots(operations);
}
