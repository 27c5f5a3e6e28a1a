import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellText, cellWidth, formatRecord, formatTable } from './table.ts';

test('columns stay aligned with Chinese text, and amounts have 4 decimals or all they have', () => {
  const rows = [
    { name: '测试账户', balance: { available: '9.5' } },
    { name: 'Example', balance: { available: '-12345.678951' } },
  ];
  const columns = [
    { heading: 'NAME', field: 'name' },
    { heading: 'AVAILABLE', field: 'balance.available', align: 'right' },
  ] as const;
  const lines = formatTable(rows, columns).split('\n');
  assert.deepEqual(lines, ['NAME          AVAILABLE', '测试账户         9.5000', 'Example   -12345.678951']);
  assert.equal(new Set(lines.map(cellWidth)).size, 1);
});

test('a remark cannot command the terminal', () => {
  assert.equal(cellText('remark', 'a\u001b[2Jb\nc\u202ed'), 'a\ufffd[2Jb\ufffdc\ufffdd');
});

test('records within a record take a line each', () => {
  const prices = [{ version: 1, price: { input: '2', per_call: null } }, { version: 2 }];
  assert.equal(formatRecord({ name: 'm', prices }), 'name    m\nprices  version 1, price.input 2\n        version 2');
});

test('a record is shown a field a line, with nothing as a dash', () => {
  const text = formatRecord({
    id: 'key_1',
    strict: false,
    limits: { concurrency: null },
    ip_allow_list: ['10.0.0.1', '::1'],
    list: [],
  });
  assert.equal(
    text,
    'id                  key_1\nstrict              no\nlimits.concurrency  -\nip_allow_list       10.0.0.1, ::1\nlist                -',
  );
});
