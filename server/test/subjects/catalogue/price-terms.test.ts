/** Goal: a custom price of an account starts and ends on time and shows its author; calls are charged by it to the exact moment. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { quote } from '../../../src/domain/catalog/price.ts';
import { startAdminBench, type AdminBench } from '../../admin/admin-bench.ts';

const hourMs = 3_600_000;
let bench: AdminBench;
let account: string;
before(async () => {
  bench = await startAdminBench();
  account = String((await bench.ask('POST', '/api/admin/accounts', { name: 'A', trial_credit: false })).body.id);
  await bench.ask('PUT', '/api/admin/models/m', { kind: 'chat', price: { input: '10', output: '40' } });
});
after(() => bench.close());

const put = (body: object) => bench.ask('PUT', `/api/admin/accounts/${account}/prices/m`, body);
const at = (ms: number): string => new Date(ms).toISOString();

/** The account's cost of a million input tokens at a moment, by the current catalogue. */
async function inputAt(atMs: number): Promise<string> {
  const record = await bench.control.stores.accounts.find(account);
  const { current } = bench.control.catalog;
  const model = current.models.get('m');
  assert.ok(record !== null && model !== undefined);
  return String((quote(current, model, record.account, atMs)?.price.input ?? 0n) / 1_000_000_000n);
}

test('a price with an end gives way to the previous one, and each period shows its start, end and author', async () => {
  const now = bench.clock.nowMs();
  assert.equal((await put({ price: { input: '8', output: '30' } })).status, 200);
  const [from, until] = [now + hourMs, now + 5 * hourMs];
  const made = await put({ price: { input: '6', output: '25' }, price_from: at(from), price_until: at(until) });
  assert.deepEqual(
    made.body.terms.map((term: { from: string; until: string | null; price: { input: string } }) => [
      ...[term.from, term.until, term.price.input],
    ]),
    [
      [at(now), at(from), '8'],
      [at(from), at(until), '6'],
      [at(until), null, '8'],
    ],
  );
  assert.equal(made.body.terms[1].actor, 'admin-token');
  const seen = await Promise.all([now, from - 1, from, until - 1, until].map(inputAt));
  assert.deepEqual(seen, ['8', '8', '6', '6', '8']);
});

test('a current price gets an end, after which the list price applies; a price planned in between is respected', async () => {
  const later = bench.clock.nowMs() + 10 * hourMs;
  const over = { price: { input: '7', output: '30' }, price_until: at(later) };
  assert.equal((await put(over)).status, 409, 'another price begins in between');
  await bench.ask('DELETE', `/api/admin/accounts/${account}/prices/m`);
  assert.equal(await inputAt(later), '10');
  await put({ price: { input: '7', output: '30' } });
  assert.equal((await put({ ...over, price_until: at(bench.clock.nowMs() - 1) })).status, 400);
  const ended = await put(over);
  assert.deepEqual(
    ended.body.terms.map((term: { until: string }) => term.until),
    [at(later)],
  );
  assert.deepEqual([await inputAt(later - 1), await inputAt(later)], ['7', '10']);
  const forGood = await put({ price: { input: '7', output: '30' } });
  assert.equal(forGood.body.terms.at(-1).until, null, 'without an end it stays');
  assert.equal(await inputAt(later), '7', 'an end that was planned, or withdrawn, ends no later price');
});
