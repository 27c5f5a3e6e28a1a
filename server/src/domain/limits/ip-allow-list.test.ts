import assert from 'node:assert/strict';
import { BlockList, isIP } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import { ApiError } from '@tollgate/contract/errors';
import { canonicalIp } from './ip-address.ts';
import { compileIpAllowList, parseIpAllowList } from './ip-allow-list.ts';

test('every malformed entry is refused with 400, by its place in the list', () => {
  const malformed = [
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/08',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/+8',
    '10.0.0.0/8.0',
    '/-1',
    '/08',
    '010.0.0.1',
    '10.1',
    '10',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.',
    '.1.2.3',
    '1..2.3',
    '256.1.1.1',
    '1.2.3.4444',
    '0x7f.0.0.1',
    '1e1.0.0.1',
    ' 1.2.3.4',
    '1.2.3.4 ',
    '1.2.3.4\n',
    '1.2.3.4/24 ',
    '::1/128',
    '2001:db8::/32',
    'fe80::1%eth0',
    '١.٢.٣.٤',
    '１.２.３.４',
    '1.2.3.4/２４',
    '[::1]',
    '1.2.3.4:80',
    ':::',
    '1::2::3',
    '12345::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4::5:6:7:8',
    '1.2.3.4::',
    '::1.2.3.04',
    'localhost',
    '*',
    '',
    null,
    7,
    ['1.2.3.4'],
    {},
  ];
  for (const entry of malformed) {
    assert.throws(
      () => parseIpAllowList(['192.0.2.1', entry]),
      (error) => error instanceof ApiError && error.status === 400 && error.param === 'ip_allow_list[1]',
      JSON.stringify(entry),
    );
  }
  for (const list of ['1.2.3.4', {}, 7, Array<string>(1001).fill('1.2.3.4'), Array<string>(10_000).fill('::1')]) {
    assert.throws(
      () => parseIpAllowList(list),
      (error) => error instanceof ApiError && error.status === 400 && error.param === 'ip_allow_list',
    );
  }
});

test('entries are normalised, repetitions dropped, and the person who saves is notified', () => {
  const list = parseIpAllowList(['1.2.3.4/24', '1.2.3.9/24', '2001:DB8:0:0::1', '::FFFF:192.0.2.7', '0.0.0.0/0', '10.0.0.1/32']);
  assert.deepEqual(list.entries, ['1.2.3.0/24', '2001:db8::1', '192.0.2.7', '0.0.0.0/0', '10.0.0.1/32']);
  assert.deepEqual(list.warnings, [
    'The entry 1.2.3.4/24 was normalised to the range 1.2.3.0/24.',
    'The entry 1.2.3.0/24 was given more than once and is kept once.',
    'The entry 1.2.3.9/24 was normalised to the range 1.2.3.0/24.',
    'The entry ::FFFF:192.0.2.7 is the IPv4 address 192.0.2.7 and is kept as that.',
    'The entry 0.0.0.0/0 allows every IPv4 address.',
  ]);
  assert.deepEqual(parseIpAllowList([]), { entries: [], warnings: [] });
  assert.deepEqual(parseIpAllowList(null), { entries: [], warnings: [] });
  assert.deepEqual(parseIpAllowList(list.entries).entries, list.entries);
});

test('an empty IP allow-list means no IP restriction', () => {
  assert.ok(compileIpAllowList([])('203.0.113.5'));
});

test('a mapped address matches its IPv4 entry, in either form on either side', () => {
  const isAllowed = compileIpAllowList(parseIpAllowList(['203.0.113.5', '::ffff:10.1.0.0', '192.168.0.0/16']).entries);
  for (const address of ['203.0.113.5', '::ffff:203.0.113.5', '::FFFF:cb00:7105', '10.1.0.0', '::ffff:192.168.7.7'])
    assert.ok(isAllowed(address));
  for (const address of ['203.0.113.6', '::203.0.113.5', '::ffff:203.0.113.6', '192.169.0.0', 'unknown', ''])
    assert.ok(!isAllowed(address));
  const loopback = compileIpAllowList(parseIpAllowList(['::1', 'fe80::1']).entries);
  assert.ok(loopback('0:0:0:0:0:0:0:1') && loopback('fe80::1%eth0'));
  assert.ok(!loopback('127.0.0.1'));
  assert.ok(!compileIpAllowList(parseIpAllowList(['0.0.0.0/0']).entries)('2001:db8::1'));
});

// Few distinct values, so that entries and addresses often match.
const byte = fc.constantFrom(0, 1, 10, 127, 128, 192, 254, 255);
const ipv4 = fc.tuple(byte, byte, byte, byte).map((parts) => parts.join('.'));
const ipv6 = fc.oneof(
  fc.ipV6(),
  ipv4.map((text) => `::ffff:${text}`),
  fc.constantFrom('::', '::1', '1::', '2001:db8::1', '1:0:0:2:0:0:0:3'),
);

test('an allow-list decides as the runtime does, for any entries and addresses', () => {
  const entry = fc.oneof(
    ipv4,
    fc.tuple(ipv4, fc.integer({ min: 0, max: 32 })).map(([text, prefix]) => `${text}/${String(prefix)}`),
    ipv6,
  );
  fc.assert(
    fc.property(
      fc.array(entry, { minLength: 1, maxLength: 12 }),
      fc.array(fc.oneof(ipv4, ipv6), { minLength: 1 }),
      (entries, addresses) => {
        const isAllowed = compileIpAllowList(parseIpAllowList(entries).entries);
        const reference = new BlockList();
        for (const text of entries) {
          const [address = '', prefix] = (canonicalIp(text) ?? text).split('/');
          if (prefix !== undefined) reference.addSubnet(address, Number(prefix), 'ipv4');
          else reference.addAddress(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
        }
        for (const address of addresses) {
          const canonical = canonicalIp(address) ?? '';
          assert.equal(isAllowed(address), reference.check(canonical, isIP(canonical) === 4 ? 'ipv4' : 'ipv6'), address);
        }
      },
    ),
    { numRuns: 3000 },
  );
});

test('the canonical form is one spelling per address', () => {
  fc.assert(
    fc.property(ipv6, (text) => {
      const canonical = canonicalIp(text) ?? '';
      assert.equal(canonicalIp(canonical), canonical);
      const spelled = isIP(canonical) === 4 ? `::ffff:${canonical}` : canonical;
      assert.equal(new URL(`http://[${spelled}]`).hostname, new URL(`http://[${text}]`).hostname);
      if (isIP(canonical) === 6) assert.equal(new URL(`http://[${text}]`).hostname, `[${canonical}]`);
    }),
    { numRuns: 10_000 },
  );
});

test('text is taken as an address exactly when the runtime takes it', () => {
  const soup = fc.string({
    unit: fc.constantFrom('0', '1', '9', 'a', 'F', '.', ':', '::', '25', '256', '/', ' '),
    maxLength: 14,
  });
  fc.assert(
    fc.property(fc.oneof(soup, fc.string(), fc.ipV4Extended(), fc.ipV6()), (text) => {
      assert.equal(canonicalIp(text) !== null, isIP(text) !== 0, text);
    }),
    { numRuns: 10_000 },
  );
});
