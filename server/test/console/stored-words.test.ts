/** Goal: a sentence that the service stores is read back as its code and values, and pages show it in Chinese without the English text. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ledgerSources } from '@tollgate/contract/ledger/ledger-sources';
import { methodWords } from '@tollgate/contract/payments/method-words';
import { paymentMethodNames } from '@tollgate/contract/payments/payments';
import { actorWords } from '@tollgate/contract/people/actor-words';
import { latinWords } from './latin-words.ts';

const samples = {
  usage_hour: {},
  trial_credit: {},
  top_up: { order: 'ord_1', method: 'alipay' },
  redemption_code: { batch: '双十一 (2026) "A+B"' },
  payout: { payout: 'ret_1' },
  payout_failed: { payout: 'ret_1' },
} as const satisfies Readonly<Record<(typeof ledgerSources.codes)[number], object>>;

test('every sentence of the ledger reads back as what was stored, and is Chinese on a Chinese page', () => {
  for (const code of ledgerSources.codes) {
    const params: Readonly<Record<string, string>> = samples[code];
    const stored = ledgerSources.write(code, params as never);
    assert.deepEqual(ledgerSources.read(stored), { code, params });
    const chinese = ledgerSources.word({ code, params }, 'zh', methodWords.zh) ?? '';
    assert.deepEqual(latinWords(chinese, Object.values(params)), [], chinese);
    assert.match(chinese, /\p{Script=Han}/u);
  }
});

test('what a person typed is shown as typed', () => {
  for (const typed of ['bank transfer 2026-11-21', 'goodwill\ntrial credit', 'return', '补偿'])
    assert.equal(ledgerSources.read(typed), null);
});

test('sentences that earlier versions stored are read', () => {
  const read = (text: string) => ledgerSources.read(text)?.code;
  assert.equal(read('usage of the hour'), 'usage_hour');
  assert.equal(read('top-up ord_9 (wechat)'), 'top_up');
  assert.equal(read('redemption code of "spring"'), 'redemption_code');
  assert.equal(read('return ret_9'), 'payout');
  assert.equal(read('return ret_9 could not be paid'), 'payout_failed');
});

const sources = readdirSync(new URL('../../src', import.meta.url), { recursive: true, withFileTypes: true });

test('every part of the service that acts by itself has a name in both languages', () => {
  const names = sources
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => readFileSync(`${entry.parentPath}/${entry.name}`, 'utf8'))
    .flatMap((text) => [...text.matchAll(/\boperator\('([^']+)'/g)].map(([, name = '']) => name));
  assert.ok(names.includes('system') && names.includes('first-start'));
  const all = [...names, 'environment', 'admin-token', 'job', ...paymentMethodNames.map((name) => `payment:${name}`)];
  for (const name of all) {
    assert.deepEqual(latinWords(actorWords(name, 'zh'), ['Stripe']), [], name);
    assert.notEqual(actorWords(name, 'en'), name);
  }
  assert.equal(actorWords('li@example.com', 'zh'), 'li@example.com');
});
