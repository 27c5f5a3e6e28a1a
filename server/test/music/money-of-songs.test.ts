/**
 * Goal: a song is charged once, by the price it was ordered at, or not at all, whatever its upstream, its client and the catalogue do meanwhile.
 * Method: the real service on SQLite with a studio for its upstream; time is moved by hand.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SongsWorld } from './songs-world.ts';

describe('the money of songs', () => {
  let world: SongsWorld;
  before(async () => {
    world = await SongsWorld.start();
  });
  after(() => world.fixture.closeSettled());

  async function colleague(song: string): Promise<{ readonly id: string; readonly key: string }> {
    const { fixture } = world;
    const account: { readonly id: string } = (await fixture.admin('POST', '/accounts', { name: song, plan: 'dedicated' })).body;
    await fixture.admin('POST', `/accounts/${account.id}/credits`, { amount: '100', reason: 'test', bucket: 'paid' });
    const price = { input: '0', output: '0', per_call: '0', rates: { song } };
    const put = await fixture.admin('PUT', `/accounts/${account.id}/prices/songs%2Fstudio`, { price });
    assert.ok(put.status < 300, JSON.stringify(put.body));
    const { key }: { readonly key: string } = (await fixture.admin('POST', `/accounts/${account.id}/keys`, { remark: song }))
      .body;
    return { id: account.id, key };
  }

  /** Answers what the studio offered before. */
  async function changeOffers(models: readonly object[]): Promise<{ readonly models: readonly object[] }> {
    const { body: before } = await world.fixture.admin('GET', `/providers/${world.providerId}`);
    const { status, body } = await world.fixture.admin('PATCH', `/providers/${world.providerId}`, { models });
    assert.equal(status, 200, JSON.stringify(body));
    return before as { readonly models: readonly object[] };
  }

  test('a song is charged by the price it was ordered at, its account’s own among them, though its model is gone when it is made', async () => {
    const colleagues = [await colleague('0.1'), await colleague('0.3')];
    const keys = [...colleagues.map(({ key }) => key), world.fixture.key];
    const begun = [];
    for (const key of keys) begun.push(await world.begin({}, key));
    await world.sell('0.9');
    for (const key of keys) begun.push(await world.begin({}, key));
    const { models } = await changeOffers([]);
    for (const { id } of colleagues) await world.fixture.admin('DELETE', `/accounts/${id}/prices/songs%2Fstudio`);
    const gone = await world.fixture.admin('DELETE', '/models/songs%2Fstudio');
    assert.equal(gone.status, 200, JSON.stringify(gone.body));
    world.studio.all('makes');
    const charged = [];
    for (const [index, { id }] of begun.entries()) {
      const task = await world.ended(id, keys[index % keys.length]);
      assert.equal(task.status, 'completed', JSON.stringify(task));
      charged.push(Number((await world.rowOf(task)).charge_exact));
    }
    assert.deepEqual(charged, [0.1, 0.3, 0.6, 0.1, 0.3, 0.9]);
    await world.sell('0.6');
    await changeOffers(models);
    await world.fixture.expectSettled();
  });

  test('its row says what it cost us, how often it was submitted, and whether its length is the upstream’s', async () => {
    const { id } = await world.begin();
    world.studio.all('makes');
    const row = await world.rowOf(await world.ended(id));
    const { attempts, upstream_cost: cost, usage_estimated: isEstimated, route } = row;
    assert.deepEqual([attempts, Number(cost), isEstimated, route], [1, 0.25, false, 'studio/domestic']);
    await world.fixture.expectSettled();
  });
});
