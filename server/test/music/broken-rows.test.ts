/**
 * Goal: broken rows of a song are visible to the operator, cost nothing, and give the client an error with the remedy. Method: the real
 * service on SQLite with a studio as its upstream; rows are damaged in the database.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { silentLogger } from '../../src/platform/logger.ts';
import { after as behind } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { SongsWorld } from './songs-world.ts';

describe('songs whose rows are broken', () => {
  const alarms: { readonly fields: object; readonly text: string }[] = [];
  let world: SongsWorld;
  before(async () => {
    const logger = { ...silentLogger, error: (fields: object, text: string) => void alarms.push({ fields, text }) };
    world = await SongsWorld.start({ logger });
  });
  after(() => world.fixture.close());

  async function write(sql: string, ...parameters: readonly unknown[]): Promise<void> {
    await world.fixture.service.storage.engine.write([{ query: CompiledQuery.raw(sql, [...parameters]) }], []);
  }

  test('a song that was begun and cannot be read back is reported by its id, with the advice not to order it again, and is charged once', async () => {
    const { fixture, studio } = world;
    const placed = studio.submissions.length;
    const gate = new Gate();
    fixture.upstream.next(behind(gate, studio.answer));
    const asking = world.ask('POST', '', { body: { model: 'songs/studio', prompt: 'a torn page', duration: 60 } });
    await gate.reached;
    await write(`update tasks set money = 'torn:' || money where state = 'submitting'`);
    gate.open();
    const answered: unknown[] = [];
    void asking.then((answer) => answered.push(answer));
    while (answered.length === 0) await world.pass(1_000);
    const { status, body } = (await asking) as unknown as {
      readonly status: number;
      readonly body: { readonly error: { readonly code: string; readonly message: string } };
    };
    assert.deepEqual([status, body.error.code], [500, 'internal_error']);
    const [, id = ''] = /created as (music_[0-9a-f-]{36}).*do not send the request again/.exec(body.error.message) ?? [];
    assert.ok(alarms.some(({ text }) => text.includes('its client could not be notified')));
    await write(`update tasks set money = replace(money, 'torn:', '')`);
    studio.all('makes');
    const task = await world.ended(id);
    assert.equal(task.status, 'completed', JSON.stringify(task));
    assert.deepEqual([studio.submissions.length - placed, Number((await world.rowOf(task)).charge_exact)], [1, 0.6]);
    await fixture.expectSettled();
  });

  test('a song without a known price is handed over and booked at 0, and the alarm to the operator names the price', async () => {
    const { id } = await world.begin();
    await write(`update tasks set terms = replace(terms, '"songs/studio@', '"songs/studio@9') where state = 'running'`);
    world.studio.all('makes');
    const task = await world.ended(id);
    assert.deepEqual([task.status, task.data.length], ['completed', 1], JSON.stringify(task));
    assert.equal(Number((await world.rowOf(task)).charge_exact), 0);
    const told = alarms.filter(({ text }) => text.includes('its price is missing'));
    assert.deepEqual(
      told.map(({ fields }) => fields),
      [{ callId: id.replace('music_', ''), priceVersion: 'songs/studio@91' }],
    );
    const shown = await world.fixture.admin('GET', `/calls/${id.replace('music_', '')}`);
    assert.equal(shown.body.receipt, null);
    assert.equal((await world.fixture.admin('POST', '/audit')).body.ok, true);
    const { balance } = (await world.fixture.admin('GET', `/accounts/${world.fixture.accountId}`)).body;
    assert.equal(Number(balance.reserved), 0);
  });
});
