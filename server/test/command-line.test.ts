import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { accountAnswer } from '@tollgate/contract/tenants/operator-accounts';
import { callAnswer } from '@tollgate/contract/calls/operator-calls';
import { ledgerEntryAnswer } from '@tollgate/contract/ledger/credits';
import { keyAnswer, newKeyAnswer } from '@tollgate/contract/tenants/operator-keys';
import { modelAnswer, overrideAnswer } from '@tollgate/contract/catalogue/operator-models';
import { planAnswer } from '@tollgate/contract/tenants/plans';
import { providerAnswer } from '@tollgate/contract/catalogue/providers';
import { auditLogAnswer, backupAnswer } from '@tollgate/contract/site/reports';
import { usageAnswer } from '@tollgate/contract/calls/usage-sums';
import { subAccountAnswer } from '@tollgate/contract/tenants/operator-sub-accounts';
import { z } from 'zod';
import { runCommandLine } from '../src/cli/tollgate.ts';
import type { Service } from '../src/service/service.ts';
import { startInProcess } from './service-in-process.ts';

function start(folder: string, env: Record<string, string> = {}): Promise<Service> {
  return startInProcess({ TOLLGATE_DATA_DIR: folder, ...env });
}

const folder = mkdtempSync(join(tmpdir(), 'tollgate-command-line-'));
let service: Service;
before(async () => {
  service = await start(folder, { DEEPSEEK_API_KEY: 'sk-upstream', DEEPSEEK_BASE_URL: 'http://127.0.0.1:9/v1' });
});
after(() => service.stop());

async function run(line: string, target = { url: service.url, folder }, env: Record<string, string> = {}) {
  let out = '';
  let err = '';
  const world = {
    env: { TOLLGATE_URL: target.url, TOLLGATE_DATA_DIR: target.folder, ...env },
    stdout: { write: (text: string) => (out += text) },
    stderr: { write: (text: string) => (err += text) },
  };
  const code = await runCommandLine(line.split(' '), world);
  return { code, out, err };
}

/** The record that a command prints, in the format of the admin API; the command must succeed. */
async function json<S extends z.ZodType>(answer: S, line: string, env: Record<string, string> = {}): Promise<z.output<S>> {
  const { code, out, err } = await run(`--json ${line}`, undefined, env);
  assert.equal(code, 0, `${line}: ${err}`);
  return answer.parse(JSON.parse(out));
}

async function chat(key: string, model = 'sandbox/chat'): Promise<number> {
  const response = await fetch(`${service.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello!' }] }),
  });
  await response.arrayBuffer();
  return response.status;
}

test('an account lives its whole life from the command line', async () => {
  const account = await json(accountAnswer, 'accounts create 示例公司 --trial-credit no --rpm 500');
  await json(ledgerEntryAnswer, `accounts credit ${account.id} 100 --reason transfer`);
  await json(ledgerEntryAnswer, `accounts credit ${account.id} -0.5 --bucket adjustment --reason correction`);
  const shown = await json(accountAnswer, 'accounts show 示例公司');
  await json(accountAnswer, `accounts update ${account.id} --email Owner@Example.com`);
  assert.equal((await json(accountAnswer, 'accounts show owner@example.com')).id, account.id);
  assert.deepEqual([shown.plan, shown.balance.available, shown.limits.requests_per_minute], ['standard', '99.5000', 500]);
  assert.match((await run('accounts list')).out, /示例公司 +standard/);
  assert.match((await run(`accounts ledger ${account.id}`)).out, /-0\.5000 .*correction/);
  const team = await json(subAccountAnswer, `sub-accounts create ${account.id} Team --models sandbox/chat,mine`);
  const key = await json(newKeyAnswer, `keys create ${account.id} --remark test --daily-cap 5 --sub-account ${team.id}`);
  await json(modelAnswer, 'models set sandbox/chat --input 1000 --output 1000');
  assert.equal(await chat(key.key), 200);
  await json(keyAnswer, `keys disable ${key.id}`);
  assert.equal(await chat(key.key), 401);
  await json(keyAnswer, `keys enable ${key.id}`);
  const replacement = await json(newKeyAnswer, `keys reset ${key.id}`);
  assert.deepEqual([await chat(key.key), await chat(replacement.key)], [401, 200]);
  await service.storage.books.flush();
  const calls = await json(z.array(callAnswer), `calls list --account ${account.id} --status 2xx`);
  assert.equal(calls.length, 2);
  assert.notEqual(calls[0]?.charge, '0.0000');
  assert.deepEqual(await json(callAnswer, `calls show ${calls[0]?.id ?? ''}`), calls[0]);
  assert.match((await run('calls show 0')).err, /^No call has this id\. \[404 not_found\]$/m);
  assert.equal((await json(z.array(usageAnswer), `usage --account ${account.id} --by account_id`))[0]?.charged_calls, 2);
  assert.match((await run(`calls list --key ${key.id}`)).out, /401/);
  assert.equal((await json(keyAnswer, `keys show ${replacement.id}`)).status, 'available');
  await json(keyAnswer, `keys delete ${replacement.id}`);
  await json(subAccountAnswer, `sub-accounts delete ${team.id}`);
  assert.equal((await json(z.array(keyAnswer), `keys list ${account.id}`)).length, 2);
});

test('a call shows its charge to the last digit and its time in the time zone of the service', async () => {
  const account = await json(accountAnswer, 'accounts create Exact');
  const { key } = await json(newKeyAnswer, `keys create ${account.id}`);
  await json(modelAnswer, 'models set sandbox/chat --input 0.01 --output 0.01 --confirm yes');
  assert.equal(await chat(key), 200);
  await service.storage.books.flush();
  const [cheap] = await json(z.array(callAnswer), `calls list --account ${account.id} --status 2xx --limit 1`);
  assert.ok(cheap !== undefined);
  assert.match(cheap.charge_exact, /^0\.0{5,}[1-9]/, 'less than people are shown with 4 decimals');
  const exact = new RegExp(` ${cheap.charge_exact.replace('.', '\\.')} `);
  assert.match((await run(`calls list --account ${account.id} --limit 1`)).out, exact);
  const local = (await run(`calls show ${cheap.id}`)).out;
  assert.match(local, new RegExp(`^charge_exact +${cheap.charge_exact}$`, 'm'));
  assert.doesNotMatch(local, /^charge /m);
  assert.match(local, /^receipt\.lines +quantity input, unit 1000000, count \d+, rate 0\.01, amount 0\.0+\d+$/m);
  assert.match(local, new RegExp(`^receipt\\.total +${cheap.charge_exact}$`, 'm'));
  const time = /^request_time +(\S+) (\d\d:\d\d:\d\d\.\d{3}) \+08:00$/m.exec(local);
  assert.equal(Date.parse(`${time?.[1] ?? 'none'}T${time?.[2] ?? 'none'}+08:00`), Date.parse(cheap.request_time));
});

test('an upstream and its model are added and priced, and the upstream key is never shown', async () => {
  const env = { UP: 'sk-upstream-secret' };
  const made = await json(
    providerAnswer,
    'providers add mine --base-url http://127.0.0.1:9/v1 --api-key-env UP --model mine=theirs',
    env,
  );
  await json(modelAnswer, 'models set mine --input 2 --output 8');
  assert.deepEqual((await json(modelAnswer, 'models show mine')).providers, ['mine']);
  await json(providerAnswer, `providers update ${made.id} --enabled no --priority 3`);
  assert.deepEqual((await json(modelAnswer, 'models show mine')).providers, []);
  for (const line of ['providers list', 'audit-log', '--json audit-log']) {
    assert.ok(!(await run(line, undefined, env)).out.includes(env.UP), line);
  }
  assert.match(
    (await run('models delete mine')).err,
    /still serve the model "[^"]+": mine\. Remove it from them first\. \[409 conflict\]/,
  );
  await json(z.unknown(), `providers delete ${made.id}`);
  assert.equal((await json(modelAnswer, 'models delete mine')).name, 'mine');
});

test('a price says its parts and its variants in one line', async () => {
  const variants = [
    'min_input_tokens=272000,service_tier=flex,input=4,cached_input=0.4,cache_write=5',
    'reasoning=yes,window=mon-fri/09:00-12:00+08:00,output=27',
    'window=sat/22:00-06:00-03:30,per_call=0.01',
  ];
  const given = variants.map((variant) => `--variant ${variant}`).join(' ');
  const set = await json(modelAnswer, `models set parts --input 2 --output 8 --rates cache_write=2.5,input_audio=40 ${given}`);
  assert.deepEqual(set.price?.rates, { cache_write: '2.5', input_audio: '40' });
  assert.deepEqual(set.price.variants, [
    { when: { min_input_tokens: 272000, service_tier: 'flex' }, rates: { input: '4', cached_input: '0.4', cache_write: '5' } },
    {
      when: {
        reasoning: true,
        window: { utc_offset: '+08:00', days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '12:00' },
      },
      rates: { output: '27' },
    },
    {
      when: { window: { utc_offset: '-03:30', days: ['sat'], from: '22:00', to: '06:00' } },
      rates: { per_call: '0.01' },
    },
  ]);
  assert.equal(set.preview?.[0]?.before, null);
  for (const wrong of ['--rates cache_write', '--variant window=always,input=1', '--variant service_tier=cheap,input=1'])
    assert.match((await run(`models set parts --input 2 --output 8 ${wrong}`)).err, /must be/);
});

test('own prices of plans and accounts are given and withdrawn', async () => {
  const account = await json(accountAnswer, 'accounts create Own');
  await json(planAnswer, 'plans set gold --name Gold --rpm 10');
  await json(accountAnswer, `accounts update ${account.id} --plan gold --price-multiplier 0.9`);
  for (const owner of [`accounts|${account.id}`, 'plans|gold']) {
    const [noun = '', id = ''] = owner.split('|');
    await json(overrideAnswer, `${noun} price ${id} sandbox/chat --input 1 --output 4 --confirm yes`);
    assert.match((await run(`${noun} prices ${id}`)).out, /sandbox\/chat .* 1 +1 +4 +0 +-\n/);
    await json(overrideAnswer, `${noun} unprice ${id} sandbox/chat`);
  }
  assert.equal((await json(z.array(planAnswer), 'plans list')).find((plan) => plan.id === 'gold')?.requests_per_minute, 10);
  assert.match((await run('plans delete gold')).err, /^1 account uses the plan "gold".*\[409 conflict\]$/m);
  await json(accountAnswer, `accounts update ${account.id} --plan standard`);
  assert.equal((await run('plans delete gold')).out, 'Deleted.\n');
});

test('a provider of the environment comes up by itself with priced models', async () => {
  const model = await json(modelAnswer, 'models show deepseek-v4-pro');
  assert.deepEqual([model.sellable, model.price?.input, model.providers], [true, '9', ['deepseek']]);
});

test('every change by the command line names the token that it has as its actor', async () => {
  const entries = await json(z.array(auditLogAnswer), 'audit-log --action account.create --limit 200');
  assert.ok(entries.length > 0);
  assert.deepEqual(new Set(entries.map((entry) => entry.actor)), new Set(['admin-token', 'first-start']));
});

test('a stray key is shown to the operator only, and a refusal exits 1', async () => {
  assert.equal(await chat('nonsense'), 401);
  await service.storage.books.flush();
  assert.match((await run('strays')).out, /\/v1\/chat\/completions/);
  const refused = await run('accounts show acc_nobody');
  assert.equal(refused.code, 1);
  assert.match(refused.err, /\[404 not_found\]/);
});

test('the restore drill of docs/operations.md: a backup starts, audits clean and holds the same balances', async () => {
  assert.equal((await run('audit')).code, 0);
  const made = await json(backupAnswer, 'backup drill.db');
  const drill = mkdtempSync(join(tmpdir(), 'tollgate-drill-'));
  mkdirSync(drill, { recursive: true, mode: 0o700 });
  assert.ok(readdirSync(join(folder, 'backups')).includes('drill.db'));
  copyFileSync(made.path, join(drill, 'tollgate.db'));
  for (const name of ['secret', 'admin-token']) copyFileSync(join(folder, name), join(drill, name));
  const restored = await start(drill);
  try {
    const target = { url: restored.url, folder: drill };
    const audited = await run('audit', target);
    assert.equal(audited.code, 0, audited.out + audited.err);
    assert.equal((await run('accounts list', target)).out, (await run('accounts list')).out);
    assert.equal((await run('models show deepseek-v4-pro', target)).code, 0);
  } finally {
    await restored.stop();
  }
});
