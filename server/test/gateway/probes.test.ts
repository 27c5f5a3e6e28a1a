/**
 * Goal: the service itself calls a model that nobody calls, with the smallest possible call, at the operator's cost only. The status page
 * shows the result and that it was a probe. Method: a whole service, and a scripted upstream that breaks.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { statusModels } from '@tollgate/contract/news/status';
import { chat, whole } from '../scripted-upstream/behaviours.ts';
import { startFixture, type Fixture } from './fixture.ts';

const model = 'test/chat';
let fixture: Fixture;
before(async () => {
  fixture = await startFixture({ env: { TOLLGATE_PROBE_CNY_PER_DAY: '1' } });
});
after(() => fixture.closeSettled());

async function chatOf() {
  const answer = await fetch(`http://127.0.0.1:${String(fixture.port)}/api/status/models`);
  return statusModels.parse(await answer.json()).models.find((one) => one.model === model);
}

/** Jobs run once a minute; their results are visible within seconds. */
async function shows(status: string): Promise<void> {
  await fixture.waitFor(async () => {
    await fixture.service.storage.books.flush();
    fixture.clock.advance(20_000);
    return (await chatOf())?.status === status;
  });
}

test('a model that nobody calls is judged by probes, which the page says; red and green again; nobody is charged', async () => {
  const account = async () => (await fixture.admin('GET', `/accounts/${fixture.accountId}`)).body.balance;
  const before = await account();
  fixture.upstream.otherwise(chat());
  await shows('good');
  assert.equal((await chatOf())?.by_probes, true);
  const sent = fixture.upstream.requests[0]?.body ?? {};
  assert.equal(sent.max_completion_tokens ?? sent.max_tokens, 1, 'the cheapest call there is');
  const told = (await fixture.admin('GET', '/probes')).body;
  assert.equal(told.budget_per_day, '1.0000');
  assert.ok(Number(told.spent_today) > 0, 'counted as what the operator spends');
  fixture.upstream.otherwise(whole('{"error":{"message":"broken"}}', { status: 500 }));
  await shows('down');
  fixture.upstream.otherwise(chat());
  await shows('good');
  assert.deepEqual(await account(), before);
  assert.deepEqual((await fixture.admin('GET', '/calls')).body.data, [], 'no call of a customer');

  assert.equal((await fixture.admin('PUT', '/probes', { model, probed: false })).status, 200);
  const count = fixture.upstream.requests.length;
  await shows('unknown');
  assert.equal(fixture.upstream.requests.length, count, 'switched off it is honest grey again');
});
