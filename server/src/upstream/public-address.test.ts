import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicAddress } from './public-address.ts';

test('row 41: no address of an own, local, shared, test or multicast network counts as public, however it is written', () => {
  const inside = [
    ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.100.100.200', '100.127.255.255', '127.0.0.1'],
    ...['127.255.255.254', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.0.170', '192.0.2.1'],
    ...['192.88.99.1', '192.168.0.1', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1'],
    ...['239.255.255.255', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:a9fe:a9fe', '64:ff9b::7f00:1', '64:ff9b:1::1'],
    ...['100::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%lo', 'fec0::1', 'ff02::1', '2001::1', '2001:0:4136::1'],
    ...['2001:db8::1', '2002:7f00:1::', '2002:a9fe:a9fe::1', '3fff::1', '5f00::1'],
    ...['', 'localhost', '127.1', '0x7f.0.0.1', '2130706433', '8.8.8.8 ', '8.8.8'],
  ];
  assert.deepEqual(
    inside.filter((address) => isPublicAddress(address)),
    [],
  );
});

test('addresses of the internet count as public', () => {
  const outside = ['1.1.1.1', '9.255.255.255', '100.63.255.255', '100.128.0.1', '172.15.0.1', '172.32.0.1', '223.255.255.255'];
  const outside6 = ['2001:4860:4860::8888', '2606:4700::1111', '2400:3200::1', '2a00:1450::1'];
  assert.deepEqual(
    [...outside, ...outside6].filter((address) => !isPublicAddress(address)),
    [],
  );
});
