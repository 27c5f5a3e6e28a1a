import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { accountAnswer, brokenConnectionsAnswer } from '@tollgate/contract/tenants/operator-accounts';
import { ledgerEntryAnswer } from '@tollgate/contract/ledger/credits';
import { keyAnswer } from '@tollgate/contract/tenants/operator-keys';
import { z } from 'zod';
import { callAnswer } from '@tollgate/contract/calls/operator-calls';
import { auditReportAnswer } from '@tollgate/contract/ledger/book-audits';
import { usageAnswer } from '@tollgate/contract/calls/usage-sums';
import { cellText } from './table.ts';
import { answers, gatewayUrl, run, seen, useScriptedGateway } from '../../test/cli/scripted-gateway.ts';

useScriptedGateway();

test('what is written wrongly is said before anything is sent', async () => {
  const wrong: [string[], RegExp][] = [
    [
      ['accounts', 'credit', 'acc_1', '1,5', '--reason', 'x'],
      /'1,5' is invalid for the argument 'amount'\. It must be an amount/,
    ],
    [['keys', 'create', 'acc_1', '--models', ''], /It must be a list such as a,b, or none/],
    [['keys', 'create', 'acc_1', '--ips', ' , '], /It must be a list such as a,b, or none/],
    [['calls', 'list', '--limit', '0'], /It must be a whole number of 1 or more/],
  ];
  for (const [line, sentence] of wrong) {
    const { code, err } = await run(line);
    assert.equal(code, 2, line.join(' '));
    assert.match(err, sentence);
  }
  assert.equal(seen.length, 0);
});

test('--json prints what the gateway answered', async () => {
  answers.push([200, { id: 'key_1', key: 'sk-shown-once', daily_cap: '5' }]);
  assert.deepEqual(JSON.parse((await run('--json keys create acc_1')).out), {
    id: 'key_1',
    key: 'sk-shown-once',
    daily_cap: '5',
  });
  answers.push([200, { data: [{ id: 'acc_1' }], next: null }]);
  assert.deepEqual(JSON.parse((await run('accounts list --json')).out), [{ id: 'acc_1' }]);
});

test('the audit exits non-zero on a difference', async () => {
  answers.push([200, { ok: false, differences: ['acc_1: 1 nano'] }]);
  const { code, out } = await run('audit');
  assert.equal(code, 1);
  assert.match(out, /1 nano/);
});

test('a refusal says what the gateway said and exits 1', async () => {
  answers.push([400, { error: { message: 'must not be negative', code: 'invalid_parameter', param: 'amount', type: 'x' } }]);
  const refused = await run('accounts credit acc_1 5 --reason x');
  assert.deepEqual([refused.code, refused.err], [1, 'must not be negative (amount) [400 invalid_parameter]\n']);
  answers.push([401, { error: { message: 'no', code: 'invalid_admin_token' } }]);
  const token = await run('accounts list');
  assert.equal(token.code, 1);
  assert.match(token.err, /gateway refused the administrator token from TOLLGATE_ADMIN_TOKEN/);
  answers.push([502, 'no gateway']);
  assert.match((await run('accounts list')).err, /returned status 502/);
});

test('a refusal names the options of the command, and other fields as they are', async () => {
  const said: [string, string, string, string][] = [
    [
      'keys update key_1 --ips none',
      'An empty `ip_allow_list` lets every address call. Set `confirm_open` to true to confirm.',
      'ip_allow_list',
      'An empty --ips lets every address call. Set --confirm-open yes to confirm.',
    ],
    ['keys update key_1 --rpm 0', 'must be at least 1', 'limits.requests_per_minute', 'must be at least 1 (--rpm)'],
    ['keys disable key_1', '`status` and `strict` clash.', 'status', '`status` and `strict` clash.'],
  ];
  for (const [line, message, param, sentence] of said) {
    answers.push([400, { error: { message, code: 'invalid_parameter', param } }]);
    assert.equal((await run(line)).err, `${sentence} [400 invalid_parameter]\n`);
  }
});

test('the token of a gateway on this machine is found by itself, and never sent to another machine', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-cli-'));
  const env = { TOLLGATE_ADMIN_TOKEN: '', TOLLGATE_DATA_DIR: folder };
  assert.match((await run('accounts list', env)).err, /admin-token does not exist\. Start the gateway once/);
  writeFileSync(join(folder, 'admin-token'), 'token-of-the-file\n', { mode: 0o600 });
  assert.equal((await run('accounts list', env)).code, 0);
  assert.equal(seen[0]?.token, 'Bearer token-of-the-file');
  const remote = await run('accounts list', { ...env, TOLLGATE_URL: 'http://gateway.example' });
  assert.match(remote.err, /set TOLLGATE_ADMIN_TOKEN to that of http:\/\/gateway\.example/);
});

test('a gateway on this machine is found at the ports its own variables name', async () => {
  const port = new URL(gatewayUrl()).port;
  assert.equal((await run('accounts list', { TOLLGATE_URL: '', TOLLGATE_PORT: port })).code, 0);
  assert.equal((await run('accounts list', { TOLLGATE_URL: '', TOLLGATE_PORT: '1', TOLLGATE_CONSOLE_PORT: port })).code, 0);
});

test('a gateway that is not there is named with its address and how to start it', async () => {
  const gone = createServer();
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${String((gone.address() as AddressInfo).port)}`;
  await new Promise((resolve) => gone.close(resolve));
  const { code, err } = await run('accounts list', { TOLLGATE_URL: address });
  assert.equal(code, 1);
  assert.ok(err.startsWith(`No gateway answers at ${address} (ECONNREFUSED). Start it with "npm start"`), err);
});

test('money whose answer is lost is entered once: the command says with which key to run it again', async () => {
  await run('accounts credit acc_1 5 --reason r');
  await run('accounts credit acc_1 5 --reason r');
  assert.match(seen[0]?.idempotencyKey ?? '', /^[\w-]{36}$/);
  assert.notEqual(seen[0]?.idempotencyKey, seen[1]?.idempotencyKey);
  await run('accounts credit acc_1 5 --reason r --idempotency-key mine');
  assert.deepEqual([seen[2]?.idempotencyKey, seen[2]?.body], ['mine', { bucket: 'paid', amount: '5', reason: 'r' }]);
  const lost = await run('accounts credit acc_1 5 --reason r', { TOLLGATE_URL: 'http://127.0.0.1:9' });
  assert.equal(lost.code, 1);
  assert.match(lost.err, /Whether the money was entered is not known.*--idempotency-key [\w-]{36},/);
});

test('a command written wrongly exits 2 without asking the gateway', async () => {
  const wrong = [
    '',
    'keys',
    'keys creat acc_1',
    'keys create',
    'keys update key_1',
    'keys update key_1 --daily-cap five',
    'accounts credit acc_1 5',
    'providers add up',
    'providers add up --base-url https://u --api-key-env NOT_SET',
    'calls list --status 3xx',
    'calls list --ending perhaps',
    'accounts list --nonsense',
    'accounts show a b',
  ];
  for (const line of wrong) assert.equal((await run(line === '' ? [] : line)).code, 2, line);
  assert.equal(seen.length, 0);
  assert.equal((await run('keys create --help')).code, 0);
});

test('times are shown in the time zone of the service, and unchanged if it is unknown; --json leaves them alone', async () => {
  const key = { key: 'sk-shown-once', created_at: '2026-11-22T04:00:00.123Z', pause: { resumes_at: '2026-07-01T00:00:00.000Z' } };
  const shown = async (health: [number, unknown]) => {
    answers.push([200, key], health);
    return (await run('keys create acc_1')).out;
  };
  const berlin = await shown([200, { time_zone: 'Europe/Berlin' }]);
  assert.match(berlin, /created_at +2026-11-22 05:00:00\.123 \+01:00\npause\.resumes_at +2026-07-01 02:00:00\.000 \+02:00/);
  assert.deepEqual([seen[1]?.path, seen[1]?.token], ['/healthz', undefined]);
  for (const silent of [
    [404, 'nothing here'],
    [200, { time_zone: 'Middle/Earth' }],
    [200, {}],
    [200, null],
  ] as [number, unknown][]) {
    const out = await shown(silent);
    assert.match(out, /sk-shown-once/);
    assert.match(out, /created_at +2026-11-22T04:00:00\.123Z/);
  }
  answers.length = seen.length = 0;
  answers.push([200, key]);
  assert.deepEqual(JSON.parse((await run('--json keys create acc_1')).out), key);
  assert.equal(seen.length, 1);
});

test('every amount an answer can hold is shown with 4 decimals and all that it has', async () => {
  const fields = new Set<string>();
  const collect = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const [name, inner] of Object.entries(part)) {
      const example = (inner as { examples?: unknown[] } | null)?.examples?.[0];
      if (typeof example === 'string' && /^0$|^\d+\.\d{3,}$/.test(example)) fields.add(name);
      collect(inner);
    }
  };
  for (const answer of [
    accountAnswer,
    brokenConnectionsAnswer,
    callAnswer,
    keyAnswer,
    ledgerEntryAnswer,
    usageAnswer,
    auditReportAnswer,
  ])
    collect(z.toJSONSchema(answer));
  assert.ok(fields.size > 20, [...fields].join());
  for (const field of fields) {
    assert.equal(cellText(field, '0.000002'), '0.000002', field);
    assert.equal(cellText(field, '2'), '2.0000', field);
  }
});

test('status reports whether the gateway is ready', async () => {
  answers.push([200, { version: '0.1.0' }], [503, {}]);
  const ready = await run('status');
  assert.equal(ready.code, 0);
  assert.match(ready.out, /ready +yes/);
  assert.equal((await run('status')).code, 1);
  assert.equal(seen[0]?.path, '/readyz');
});
