/**
 * Goal: a song is charged once, at the price of its order, or not at all, whatever upstream, client and catalogue do meanwhile. Method: the
 * real service on SQLite with a studio as its upstream; virtual time.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { MusicGeneration } from '@tollgate/contract/model-api/music';
import { stall } from '../scripted-upstream/behaviours.ts';
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

  /** Returns the previous offers of the studio. */
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

  test('an order that is never answered is not placed again, and one that is never reported is given up in its time: both are free', async () => {
    const { fixture, studio } = world;
    const placed = studio.submissions.length;
    fixture.upstream.next(stall());
    const asking = world.ask('POST', '', { body: { model: 'songs/studio', prompt: 'a silent order', duration: 60 } });
    const answered: unknown[] = [];
    void asking.then((answer) => answered.push(answer));
    while (answered.length === 0) await world.pass(5_000);
    const { status, body } = await asking;
    // Either the client gets the error at once, or the task can be queried.
    const unanswered = status === 200 ? await world.ended(body.id, fixture.key, 5_000) : null;
    if (unanswered === null) assert.equal(status, 503, JSON.stringify(body));
    else assert.deepEqual([unanswered.status, Number((await world.rowOf(unanswered)).charge_exact)], ['failed', 0]);
    assert.equal(studio.submissions.length, placed, 'the silent one was asked once, and nobody after it');
    const { id } = await world.begin();
    studio.all('is silent');
    const task = await world.ended(id, fixture.key, 5_000);
    assert.deepEqual([task.status, task.error?.code], ['expired', 'task_expired']);
    assert.equal(Number((await world.rowOf(task)).charge_exact), 0);
    await fixture.expectSettled();
  });

  test('one of two songs that cannot be downloaded does not affect the other: only the delivered one is charged', async () => {
    for (const [order, charge] of [
      ['loses one', 0.6],
      ['breaks one', 0.6],
      ['breaks all', 0],
    ] as const) {
      const begun = await world.begin({ n: 2 });
      world.studio.all(order);
      const task = await world.ended(begun.id);
      assert.equal(task.status, charge === 0 ? 'failed' : 'completed', order);
      assert.equal(task.data.length, charge === 0 ? 0 : 1, order);
      assert.equal(Number((await world.rowOf(task)).charge_exact), charge, order);
    }
    await world.fixture.expectSettled();
  });

  test('an upstream that makes more songs than were ordered delivers as many as were, and no more is charged', async () => {
    for (const [n, charge] of [
      [1, 0.6],
      [2, 1.2],
    ] as const) {
      const begun = await world.begin({ n });
      world.studio.all('makes two');
      const task = await world.ended(begun.id);
      assert.deepEqual([task.status, task.data.length], ['completed', n]);
      assert.equal(Number((await world.rowOf(task)).charge_exact), charge);
    }
    await world.fixture.expectSettled();
  });

  test('a failure inside of a status 200 is free', async () => {
    const { id } = await world.begin();
    world.studio.all('fails');
    const task = await world.ended(id);
    assert.deepEqual([task.status, task.error?.code], ['failed', 'upstream_unavailable']);
    assert.equal(Number((await world.rowOf(task)).charge_exact), 0);
    await world.fixture.expectSettled();
  });

  test('its row says whose upstream had it, although the upstream is deleted before the task ends', async () => {
    const { fixture } = world;
    const { id: account, key } = await colleague('0.2');
    const provider = await fixture.admin('POST', '/providers', {
      ...{ name: 'their-studio', dialect: 'chat-completions', dialects: { music: 'music-mureka' }, account_id: account },
      routes: [{ region: 'domestic', base_url: fixture.upstream.baseUrl, api_key: 'their-key' }],
      models: [{ model: 'songs/studio', upstream_model: 'model-1' }],
    });
    await fixture.admin('PATCH', `/accounts/${account}`, { isolation: 'own_first' });
    const { id } = await world.begin({}, key);
    await fixture.admin('DELETE', `/providers/${String(provider.body.id)}`);
    const shared = await world.begin();
    world.studio.all('fails');
    const rows = [await world.rowOf(await world.ended(id, key)), await world.rowOf(await world.ended(shared.id))];
    assert.deepEqual(
      rows.map(({ status, own_upstreams: isOwn }) => [status, isOwn]),
      [
        [503, true],
        [503, false],
      ],
    );
  });

  test('a song requested by many at once while it is made is submitted once, booked once, and answered the same to all', async () => {
    const placed = world.studio.submissions.length;
    const { id } = await world.begin();
    world.studio.all('makes');
    let ended: MusicGeneration[] = [];
    for (let round = 0; ended.length === 0; round += 1) {
      assert.ok(round < 60, 'it ends');
      const [answers] = await Promise.all([
        Promise.all(Array.from({ length: 12 }, () => world.ask('GET', `/${id}`))),
        world.pass(1_000),
      ]);
      ended = answers.map(({ body }) => body).filter(({ status }) => status === 'completed');
    }
    // Addresses are signed at the time of the request.
    const told = new Set(ended.map(({ data: _, ...task }) => JSON.stringify(task)));
    assert.equal(told.size, 1);
    assert.equal(world.studio.submissions.length, placed + 1);
    assert.equal(Number((await world.rowOf({ id })).charge_exact), 0.6);
    await world.fixture.expectSettled();
  });

  test('repeated cancellations of songs that the vendor makes anyway are refused by their value, and the operator sees it', async () => {
    const { key } = await colleague('4');
    let cancelled = 0;
    for (;;) {
      const { status, body } = await world.ask('POST', '', {
        body: { model: 'songs/studio', prompt: 'rain', duration: 60 },
        key,
      });
      if (status === 429) {
        assert.match(JSON.stringify(body), /too_many_broken_connections/);
        break;
      }
      assert.ok(cancelled < 12, 'it is refused');
      await world.pass(1_000);
      await world.ask('POST', `/${body.id}/cancel`, { key });
      const row = await world.rowOf(await world.ended(body.id, key));
      const { error_code: code, charge_exact: charge, uncollected, upstream_cost: cost } = row;
      assert.deepEqual([code, Number(charge), Number(uncollected), Number(cost)], ['task_cancelled', 0, 4, 0.25]);
      cancelled += 1;
      // Slowed down before.
      await world.pass(7_000);
    }
    assert.equal(cancelled, 8, 'three times 10 CNY, and the last one');
    await world.fixture.expectSettled();
  });

  test('a cancellation that races with the song being made ends in one of the two, and its charge is that one’s', async () => {
    const ends = new Set<string>();
    for (let turns = 0; turns < 24; turns += 1) {
      const { id } = await world.begin();
      await world.pass(1_000);
      world.studio.all('makes');
      // The next poll is in progress, further advanced each time.
      await world.fixture.service.storage.books.flush();
      world.fixture.clock.advance(16_000);
      for (let turn = 0; turn < 12 * turns; turn += 1) await new Promise(setImmediate);
      const asked = await Promise.all([world.ask('POST', `/${id}/cancel`), world.ask('DELETE', `/${id}`), world.pass(2_000)]);
      const task = await world.ended(id);
      ends.add(task.status);
      assert.ok(task.status === 'completed' || task.status === 'cancelled', JSON.stringify([task, asked]));
      assert.equal(Number((await world.rowOf(task)).charge_exact), task.status === 'completed' ? 0.6 : 0);
    }
    assert.deepEqual([...ends].sort(), ['cancelled', 'completed'], 'each of the two has won');
    await world.fixture.expectSettled();
  });
});
