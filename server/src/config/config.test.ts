import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { knownVariables, readConfig, upstreamTimeouts, type Config } from './config.ts';
import { limitSettings, serviceSettings } from './settings.ts';

function accepted(env: Record<string, string>): Config {
  const result = readConfig(env);
  assert.ok(result.ok, result.ok ? '' : result.faults.join('\n'));
  return result.config;
}

function faultsOf(env: Record<string, string>): readonly string[] {
  const result = readConfig(env);
  assert.ok(!result.ok, 'expected a fault');
  return result.faults;
}

test('an empty environment gives the documented defaults', () => {
  const config = accepted({});
  assert.equal(config.port, 8080);
  assert.equal(config.host, '127.0.0.1');
  assert.equal(config.dataDir, './data');
  assert.equal(config.region, 'domestic');
  assert.equal(config.timeZone, 'Asia/Shanghai');
  assert.equal(config.usdCny, 7_200_000_000n);
  assert.equal(config.marginPpm, 0n);
  assert.equal(config.secret, null);
  assert.deepEqual(config.publicUrls, { domestic: null, overseas: null });
  assert.deepEqual(config.trustedProxies, []);
  assert.equal(config.limits.bodyBytesMax, 32 * 1024 * 1024);
  assert.equal(config.limits.drainLimitMs, 120_000);
});

test('values are read as they are meant', () => {
  const config = accepted({
    TOLLGATE_PORT: '0',
    TOLLGATE_HOST: '::',
    TOLLGATE_PUBLIC_URLS: 'domestic=https://api.example.cn/,overseas=https://api.example.com/gateway',
    TOLLGATE_CONSOLE_URL: 'https://console.example.com',
    TOLLGATE_TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8,192.0.2.1',
    TOLLGATE_USD_CNY: '7.0512',
    TOLLGATE_MARGIN_PERCENT: '12.5',
    TOLLGATE_TIME_ZONE: 'Europe/Berlin',
    TOLLGATE_ADMIN_TOKEN: '0123456789abcdef',
    TOLLGATE_SECRET: '',
    TOLLGATE_URL: 'http://127.0.0.1:8080',
    TOLLGATE_SERVICE_HOST: '10.1.2.3',
    TOLLGATE_PORT_8080_TCP_ADDR: '10.1.2.3',
  });
  assert.equal(config.port, 0);
  assert.deepEqual(config.publicUrls, { domestic: 'https://api.example.cn', overseas: 'https://api.example.com/gateway' });
  assert.deepEqual(config.trustedProxies, ['10.0.0.0/8', 'fd00::/8', '192.0.2.1']);
  assert.equal(config.usdCny, 7_051_200_000n);
  assert.equal(config.marginPpm, 125_000n);
  assert.equal(config.secret, null);
});

test('a public address below a path needs an address for the console, which lives at the root of a host', () => {
  const env = { TOLLGATE_PUBLIC_URLS: 'domestic=https://api.example.cn,overseas=https://api.example.com/gateway' };
  assert.deepEqual(faultsOf(env), [
    'TOLLGATE_PUBLIC_URLS has a path (https://api.example.com/gateway), where the console does not work. Remove the path, or set TOLLGATE_CONSOLE_URL to an address without one.',
  ]);
  accepted({ ...env, TOLLGATE_CONSOLE_URL: 'https://console.example.com' });
  assert.equal(faultsOf({ TOLLGATE_PUBLIC_URLS: 'domestic=nonsense' }).length, 1, 'an unreadable one is one fault');
});

test('the configuration is frozen', () => {
  const config = accepted({ TOLLGATE_TRUSTED_PROXIES: '10.0.0.0/8' });
  for (const part of [config, config.limits, config.publicUrls, config.trustedProxies]) assert.ok(Object.isFrozen(part));
});

test('all faults are reported together, each naming its variable and a remedy', () => {
  const faults = faultsOf({
    TOLLGATE_PORT: 'eighty',
    TOLLGATE_REGION: 'mars',
    TOLLGATE_DATABASE_URL: 'mysql://u:p4ssw0rd@db/x',
    TOLLGATE_REDIS_URL: 'http://:p4ssw0rd@r',
    TOLLGATE_CONSOLE_PORT: '99999',
    TOLLGATE_WORKERS: '0',
    TOLLGATE_PROT: '80',
    TOLLGATE_IDLE_TIMEOUT_MS: '-1',
  });
  assert.equal(faults.length, 8, faults.join('\n'));
  const text = faults.join('\n');
  assert.match(text, /TOLLGATE_PORT must be a whole number from 0 to 65535, not "eighty"\. .*8080/);
  assert.match(text, /TOLLGATE_PROT is not a variable of this service\. Did you mean TOLLGATE_PORT\?/);
  assert.match(text, /TOLLGATE_DATABASE_URL must be a valid address\. Use the form postgres:/);
  assert.match(text, /TOLLGATE_REDIS_URL must be a valid address\. Use the form rediss:/);
  assert.match(text, /TOLLGATE_WORKERS must be a whole number from 1 to 128, not "0"/);
  assert.ok(!text.includes('p4ssw0rd'));
});

test('many nodes need both servers and one secret; each part that is missing is named with its remedy', () => {
  const database = { TOLLGATE_DATABASE_URL: 'postgres://u:p4ssw0rd@db/x' };
  const redis = { TOLLGATE_REDIS_URL: 'redis://:p4ssw0rd@r' };
  const secrets = { TOLLGATE_SECRET: 's'.repeat(32), TOLLGATE_ADMIN_TOKEN: 't'.repeat(16) };
  accepted({ ...database, ...secrets });
  accepted({ ...database, ...redis, ...secrets, TOLLGATE_WORKERS: '4' });
  assert.match(faultsOf(redis).join('\n'), /^TOLLGATE_REDIS_URL needs TOLLGATE_DATABASE_URL/);
  assert.match(faultsOf({ ...database, ...secrets, TOLLGATE_WORKERS: '2' }).join('\n'), /^TOLLGATE_WORKERS above 1 needs/);
  const bare = faultsOf(database);
  assert.equal(bare.length, 2);
  assert.match(bare.join('\n'), /needs TOLLGATE_SECRET[^]*needs TOLLGATE_ADMIN_TOKEN/);
  assert.ok(!bare.join('\n').includes('p4ssw0rd'));
});

test('a mistyped variable is a fault that suggests the nearest name', () => {
  const near = { TOLGATE_PORT: 'TOLLGATE_PORT', Tollgate_Host: 'TOLLGATE_HOST', TOLLGATE_DATADIR: 'TOLLGATE_DATA_DIR' };
  for (const [typo, meant] of Object.entries(near)) assert.deepEqual(faultsOf({ [typo]: '1' }).length, 1, meant);
  assert.match(faultsOf({ TOLLGATE_DATADIR: 'x' })[0] ?? '', /Did you mean TOLLGATE_DATA_DIR\?/);
  accepted({ PATH: '/bin', OPENAI_API_KEY: 'sk-x', HOME: '/root' });
});

test('faulty values of every kind are refused', () => {
  const faulty: [string, string[]][] = [
    ['TOLLGATE_PORT', ['65536', '-1', '80.5', '1e3', '0x50', '８０', 'tcp://10.0.0.1:80']],
    ['TOLLGATE_HOST', ['[::]', 'http://x', 'a b', '127.0.0.1:80']],
    [
      'TOLLGATE_PUBLIC_URLS',
      [
        'https://a',
        'domestic=ftp://a',
        'domestic=https://a,domestic=https://b',
        'overseas=https://a/v1',
        'domestic=https://u:p@a',
      ],
    ],
    ['TOLLGATE_TRUSTED_PROXIES', ['10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/08', 'example.com', '::1/129', '10.0.0.0/8/8']],
    ['TOLLGATE_TIME_ZONE', ['Asia/Shanghia', 'CET+1x']],
    ['TOLLGATE_USD_CNY', ['0', '-7', '7,2', '1001', '7.1234567', 'NaN']],
    ['TOLLGATE_MARGIN_PERCENT', ['-1', '1001', '10%', '1.00001']],
    ['TOLLGATE_SMTP_URL', ['mail.example.com', 'http://mail']],
    ['TOLLGATE_OBJECTS_BYTES_MAX', ['1000', '10GiB']],
    [
      'TOLLGATE_OBJECTS_URL',
      ['bucket', 's3://k:s@bucket', 'https://s3.test/bucket', 'https://k@s3.test/b', 'https://k:s@s3.test/b?zone=1'],
    ],
    ['TOLLGATE_SECRET', ['short', `${'x'.repeat(40)} `, 'ß'.repeat(40)]],
    ['TOLLGATE_ADMIN_TOKEN', ['fifteen-letters', 'with blank inside it']],
  ];
  for (const [name, values] of faulty) {
    for (const value of values) {
      const faults = faultsOf({ [name]: value });
      assert.equal(faults.length, 1, `${name}=${value}`);
      assert.ok(faults[0]?.startsWith(name), `${name}=${value}`);
    }
  }
});

test("a secret's value is in no fault, whatever it is", () => {
  const secrets = [...Object.values(serviceSettings)].filter((setting) => setting.secret).map((setting) => setting.name);
  assert.deepEqual(secrets.length, 7);
  fc.assert(
    fc.property(fc.constantFrom(...secrets), fc.string({ minLength: 6, maxLength: 60, unit: 'binary-ascii' }), (name, value) => {
      const result = readConfig({ [name]: `zq~${value}` });
      if (!result.ok) assert.ok(!result.faults.join('\n').includes(`zq~${value}`));
    }),
    { numRuns: 300 },
  );
});

test('no bound is without a default', () => {
  for (const setting of Object.values(limitSettings)) assert.notEqual(setting.fallback, null, setting.name);
  assert.equal(new Set(knownVariables).size, knownVariables.length);
});

test('a whole answer ends before the official clients give up', () => {
  const { limits } = accepted({});
  const whole = upstreamTimeouts(limits, 'chat', false);
  assert.ok(whole.totalTimeoutMs < 600_000);
  assert.equal(whole.firstByteTimeoutMs, whole.totalTimeoutMs);
  assert.equal(upstreamTimeouts(limits, 'chat', true).firstByteTimeoutMs, 300_000);
  assert.equal(upstreamTimeouts(limits, 'image', false).totalTimeoutMs, 110_000);
});
