/**
 * Goal: every refusal has one name, the same parameters in both languages, and a place that throws it. Method: the tables themselves, and
 * the source text of the server.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { accountBounds, type AccountBound } from '../tenants/account-bounds.ts';
import { errorCatalogue } from '../errors.ts';
import { refusals, refusalsBySubject } from './all-refusals.ts';
import { refusal, refuseTogether } from './refusal.ts';
import { wordRefusal, type RefusalWords } from './refusal-words.ts';

const all: readonly (readonly [string, RefusalWords])[] = Object.entries(refusals);
const paramsOf = (text: string): readonly string[] => [...text.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);

test('a name means one refusal, whatever subject it belongs to', () => {
  const names = refusalsBySubject.flatMap((subject) => Object.keys(subject));
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  );
  assert.equal(names.length, all.length);
});

test('every refusal has a text in both languages, and the Chinese one uses no parameter that the English one lacks', () => {
  for (const [reason, { code, en, zh }] of all) {
    assert.match(reason, /^[a-z]+(?:_[a-z]+)*$/);
    assert.ok(code in errorCatalogue, reason);
    assert.match(en, /^\S.*\.$/, reason);
    assert.match(zh, /[\u4e00-\u9fff].*[。）]$/, reason);
    for (const name of [...paramsOf(en), ...paramsOf(zh)]) assert.match(name, /^[a-z]+(?:_[a-z]+)*$/, reason);
    for (const name of paramsOf(zh)) assert.ok(paramsOf(en).includes(name), `${reason}: ${name}`);
  }
});

test('no two refusals of a code say the same', () => {
  const said = all.map(([, { code, en }]) => `${code}: ${en}`);
  assert.equal(new Set(said).size, said.length);
});

test('every refusal is thrown somewhere', () => {
  const root = new URL('../../../', import.meta.url);
  const places = ['server/src/**/*.ts', 'contract/src/seen-text.ts', 'contract/src/tenants/account-bounds.ts'];
  const sources = globSync(places, { cwd: root, exclude: ['**/*.test.ts'] });
  const code = sources.map((name) => readFileSync(new URL(name, root), 'utf8')).join('\n');
  const unused = all.filter(([reason]) => !code.includes(`'${reason}'`)).map(([reason]) => reason);
  assert.deepEqual(unused, []);
});

test('the words of a maximum name the span in which it counts', () => {
  const bounds: readonly AccountBound[] = Object.values(accountBounds);
  for (const { reason, hours } of bounds) {
    const { code, en }: RefusalWords = refusals[reason];
    assert.equal(code, hours === null ? 'conflict' : 'rate_limit_exceeded', reason);
    if (hours !== null) assert.ok(en.includes(hours === 24 ? ' in 24 hours' : ` in ${String(hours / 24)} days`), reason);
  }
});

test('an answer carries the name and the values beside what it always had, and only values that the text names', () => {
  const body = refusal('too_little_to_invoice', { least: '100.00', amount: '12.30' }).toBody();
  assert.deepEqual(body.error, {
    message:
      'An invoice needs at least 100.00 CNY, and 12.30 CNY can be invoiced now. This is paid money used in closed hours, minus amounts already invoiced or requested.',
    type: 'invalid_request_error',
    param: null,
    code: 'conflict',
    reason: 'too_little_to_invoice',
    params: { least: '100.00', amount: '12.30' },
  });
  const more = { name: 'Acme', tax_number: '1', fields: 'address' };
  assert.deepEqual(refusal('invoice_needs_whole_title', more).refusal?.params, { fields: 'address' });
  const found = refusal('contact_mails_today', { max: 5 }, { param: 'email', retryAfterSeconds: 60 });
  assert.deepEqual([found.status, found.param, found.retryAfterSeconds], [429, 'email', 60]);
});

test('a list shows its first five entries, in either language', () => {
  const nodes = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  assert.equal(wordRefusal('{nodes} run.', { nodes }, 'en'), 'a, b, c, d, e and 2 more run.');
  assert.equal(wordRefusal('{nodes} 运行。', { nodes }, 'zh'), 'a、b、c、d、e 等 7 个 运行。');
  assert.equal(wordRefusal('{one} of {one}', { one: '{two}', two: 'x' }, 'en'), '{two} of {two}');
});

test('several refusals at once are named by the first', () => {
  const both = refuseTogether([refusal('closing_meets_invoice'), refusal('closing_meets_debt')]);
  assert.deepEqual([both.code, both.refusal?.reason], ['conflict', 'closing_meets_invoice']);
  assert.equal(both.message, `${refusals.closing_meets_invoice.en} ${refusals.closing_meets_debt.en}`);
});
