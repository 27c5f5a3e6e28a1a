import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInstanceAddress } from './instance-address.ts';

const hostOf = (address: string): string => new URL(address).hostname;

test('link-local addresses and metadata services are recognized in every spelling', () => {
  const refused = [
    ...['http://169.254.169.254/latest', 'http://169.254.0.1', 'http://2852039166', 'http://0xa9fea9fe', 'http://0251.0376.1.1'],
    ...['http://169.254.169.254.', 'http://[fe80::1]', 'http://[febf::1]', 'http://[::ffff:169.254.169.254]'],
    ...[
      'http://[64:ff9b::169.254.169.254]',
      'http://[2002:a9fe:a9fe::]',
      'http://[fd00:ec2::254]',
      'http://[::ffff:100.100.100.200]',
    ],
    ...['http://100.100.100.200', 'http://100.96.0.96', 'http://168.63.129.16', 'http://192.0.0.192'],
    ...[
      'http://METADATA.google.internal',
      'http://metadata.google.internal.',
      'http://metadata',
      'http://metadata.tencentyun.com',
    ],
  ];
  assert.deepEqual(
    refused.filter((address) => !isInstanceAddress(hostOf(address))),
    [],
  );
  assert.ok(isInstanceAddress('fe80::1%eth0'));
});

test('loopback and private networks, in which people run models, are not refused', () => {
  const accepted = [
    ...['http://127.0.0.1', 'http://localhost', 'http://[::1]', 'http://10.0.0.1', 'http://172.16.3.4', 'http://192.168.1.9'],
    ...['http://100.64.0.1', 'http://[fd12:3456::1]', 'http://[fec0::1]', 'http://169.253.255.255', 'http://169.255.0.0'],
    ...['https://api.example.com', 'http://vllm', 'http://metadata.example.com', 'http://[2001:db8::a9fe:a9fe]'],
  ];
  assert.deepEqual(
    accepted.filter((address) => isInstanceAddress(hostOf(address))),
    [],
  );
});
