import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createSourceIp } from './source-ip.ts';

test('X-Forwarded-For of an untrusted peer is not believed', () => {
  const direct = createSourceIp([]);
  const behindOther = createSourceIp(['10.0.0.0/8']);
  for (const sourceIp of [direct, behindOther]) {
    for (const values of [['192.0.2.1'], ['192.0.2.1', '192.0.2.2'], ['unknown'], [''], ['[::1]:80'], ['\u0000\u00ff,,;']]) {
      assert.equal(sourceIp('203.0.113.9', values), '203.0.113.9');
      assert.equal(sourceIp('::ffff:203.0.113.9', values), '203.0.113.9');
      assert.equal(sourceIp('2001:DB8:0::9', values), '2001:db8::9');
    }
  }
});

test('behind trusted proxies the rightmost untrusted hop is the source', () => {
  const sourceIp = createSourceIp(['10.0.0.0/8', '192.0.2.53', 'fd00::/8', '::1']);
  const rows: [string[], string][] = [
    [['198.51.100.1, 203.0.113.5'], '203.0.113.5'],
    [['198.51.100.1', '203.0.113.5'], '203.0.113.5'],
    [['203.0.113.5, 10.9.9.9', '192.0.2.53'], '203.0.113.5'],
    [['203.0.113.5,fd12::7,  10.0.0.2  '], '203.0.113.5'],
    [['203.0.113.5:4711'], '203.0.113.5'],
    [['[2001:db8::5]:4711'], '2001:db8::5'],
    [['[2001:db8::5]'], '2001:db8::5'],
    [['2001:db8::5'], '2001:db8::5'],
    [['::ffff:203.0.113.5'], '203.0.113.5'],
    [['203.0.113.5, ::ffff:10.0.0.7'], '203.0.113.5'],
    // The nearest proxy that reports no address is itself the source; nothing left of it is trusted.
    [['203.0.113.5, unknown'], '10.1.1.1'],
    [['203.0.113.5, _hidden, 10.0.0.3'], '10.0.0.3'],
    [['203.0.113.5,'], '10.1.1.1'],
    [['[203.0.113.5]:80'], '10.1.1.1'],
    [['203.0.113.5:99999999'], '10.1.1.1'],
    [['203.0.113.05'], '10.1.1.1'],
    [[''], '10.1.1.1'],
    [[], '10.1.1.1'],
    [['10.0.0.3, 10.0.0.2'], '10.0.0.3'],
  ];
  for (const [values, expected] of rows) {
    assert.equal(sourceIp('10.1.1.1', values), expected, JSON.stringify(values));
  }
  assert.equal(sourceIp('::ffff:10.1.1.1', ['203.0.113.5']), '203.0.113.5');
  assert.equal(sourceIp('::1', ['203.0.113.5']), '203.0.113.5');
  assert.equal(sourceIp('fe80::1%eth0', []), 'fe80::1');
  assert.equal(sourceIp(undefined, ['203.0.113.5']), 'unknown');
});

test('whatever a client writes into X-Forwarded-For, the hop its proxy appended decides', () => {
  const sourceIp = createSourceIp(['10.0.0.0/8']);
  const written = fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.constantFrom('10.0.0.1', '127.0.0.1', 'unknown', '[::1]:1'));
  fc.assert(
    fc.property(fc.array(written), fc.boolean(), (spoofed, twoLines) => {
      const real = '203.0.113.5';
      const values = twoLines ? [spoofed.join(', '), real] : [[...spoofed, real].join(', ')];
      assert.equal(sourceIp('10.1.1.1', values), real);
    }),
    { numRuns: 10_000 },
  );
});

test('a trusted proxy that is no address or range is refused in words', () => {
  for (const entry of [
    '',
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    'proxy.example',
    '10.1',
    '::ffff:10.0.0.0/104',
    'fe80::1%eth0',
  ]) {
    assert.throws(() => createSourceIp([entry]), RangeError, entry);
  }
});
