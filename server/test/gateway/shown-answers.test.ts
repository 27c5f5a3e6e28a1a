/**
 * Goal: the operating system accepts much more of a response at once than a client can have read. A client that then disconnects pays
 * nothing, and the operator sees the value. A client that receives the response pays, however slowly. No call waits for this to be known.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ApiError } from '@tollgate/contract/errors';
import { reportFigures } from '../proofs/figures.ts';
import { question } from '../scenarios/scenario.ts';
import { chat } from '../scripted-upstream/behaviours.ts';
import { startFixture, type CallRow, type Fixture } from './fixture.ts';
import { postBytes, RawClient } from './raw-client.ts';

const answerBytes = 480_000;
/** A quarter of a second, plus the time for 100 kB/s. */
const shownAfterMs = 250 + answerBytes / 100;
const stepMs = 50;

type Form = 'keep-alive' | 'connection: close' | 'HTTP/1.0';
const forms: readonly Form[] = ['keep-alive', 'connection: close', 'HTTP/1.0'];

describe('a large answer that the system took at once', () => {
  let fixture: Fixture;
  before(async () => {
    fixture = await startFixture({ account: { limits: { requests_per_minute: null, concurrency: 1 } } });
  });
  after(() => fixture.closeSettled());

  function bytes(stream: boolean, form: Form): Buffer {
    const headers = form === 'connection: close' ? { connection: 'close' } : {};
    const sent = postBytes({ ...question, stream }, { key: fixture.key, headers });
    return form === 'HTTP/1.0' ? Buffer.from(sent.toString('latin1').replace('HTTP/1.1', 'HTTP/1.0'), 'latin1') : sent;
  }

  /** A call whose response is sent; its client has read none or all of it. */
  async function answered(stream: boolean, form: Form, reads: boolean): Promise<RawClient> {
    fixture.upstream.next(chat('x'.repeat(answerBytes)));
    const client = await RawClient.open(fixture.port);
    if (!reads) client.stopReading();
    client.send(bytes(stream, form));
    await isWaitedFor();
    if (reads) await client.until((text) => text.length > answerBytes, 'the answer arrived');
    return client;
  }

  function isWaitedFor(): Promise<void> {
    return fixture.waitFor(() => fixture.service.gateway.state.unconfirmed === 1);
  }

  function isOver(): boolean {
    return fixture.service.gateway.state.running.size === 0;
  }

  async function pass(ms: number): Promise<void> {
    for (let passedMs = 0; passedMs < ms; passedMs += stepMs) {
      await fixture.service.storage.books.flush();
      fixture.clock.advance(stepMs);
    }
  }

  function expectFree(row: CallRow, cause: RegExp): void {
    assert.deepEqual([row.ending, row.error_code, row.status, Number(row.charge_exact)], ['client_left', 'client_left', 200, 0]);
    assert.equal(Number(row.uncollected) > 0, true, 'what it was worth is kept for the operator');
    assert.match(row.error ?? '', cause);
  }

  function expectCharged(row: CallRow): void {
    assert.deepEqual([row.ending, Number(row.charge_exact) > 0, Number(row.uncollected)], ['complete', true, 0]);
  }

  let wrongCharges = 0;

  for (const stream of [false, true]) {
    for (const form of forms) {
      const kind = `${stream ? 'streamed' : 'whole'}, ${form}`;

      test(`${kind}: a client that breaks its connection without having read it pays nothing`, async () => {
        const client = await answered(stream, form, false);
        await pass(shownAfterMs / 2);
        assert.equal(isOver(), false);
        client.leave();
        const row = await fixture.nextRow();
        wrongCharges += Number(row.charge_exact) === 0 ? 0 : 1;
        expectFree(row, /broke the connection/);
      });

      test(`${kind}: a client that read it and ends orderly pays at once`, async () => {
        const client = await answered(stream, form, true);
        client.socket.end();
        expectCharged(await fixture.nextRow());
      });

      test(`${kind}: a client that stays and reads, however slowly, pays when its time to read is over`, async () => {
        const client = await answered(stream, form, false);
        await pass(shownAfterMs - 4 * stepMs);
        assert.equal(isOver(), false);
        await pass(10 * stepMs);
        expectCharged(await fixture.nextRow());
        client.socket.resume();
        await client.until((text) => text.length > answerBytes, 'all of the answer arrives');
        client.socket.destroy();
      });
    }

    test(`${stream ? 'streamed' : 'whole'}: the next request on its connection shows that it arrived, and is not held up`, async () => {
      const client = await answered(stream, 'keep-alive', true);
      client.forget();
      client.send(bytes(false, 'keep-alive'));
      await client.answer();
      expectCharged(await fixture.nextRow());
      expectCharged(await fixture.nextRow());
      client.socket.destroy();
    });
  }

  test('requests sent ahead show nothing: an unread answer before them is not charged', async () => {
    fixture.upstream.next(chat('x'.repeat(answerBytes)));
    const client = await RawClient.open(fixture.port);
    client.stopReading();
    const ahead = bytes(false, 'keep-alive');
    client.send(Buffer.concat([ahead, ahead]));
    await isWaitedFor();
    await pass(shownAfterMs / 2);
    assert.equal(fixture.service.gateway.state.unconfirmed, 1);
    client.leave();
    // Only one concurrent call is allowed.
    const rows = [await fixture.nextRow(), await fixture.nextRow()];
    assert.deepEqual(rows.map(({ ending, charge_exact: charge }) => [ending, Number(charge)]).sort(), [
      ['client_left', 0],
      ['refused', 0],
    ]);
  });

  test('while it is waited for the slot is free, the money is reserved and the memory is released', async (context) => {
    const client = await answered(false, 'keep-alive', false);
    const { bodyMemory, coordination } = fixture.service.gateway;
    assert.equal(bodyMemory.held, 0);
    assert.equal(await coordination.running(fixture.accountId), 0);
    const [figures] = await coordination.figures(fixture.accountId, fixture.keyId, [fixture.accountId]);
    assert.ok((figures?.held ?? 0n) > 0n, 'its money is set aside');
    const [call] = fixture.service.gateway.state.running.snapshot();
    assert.ok(call !== undefined && 'answer' in call && call.answer === undefined && 'body' in call && call.body === undefined);
    const other = await RawClient.open(fixture.port);
    other.send(bytes(false, 'keep-alive'));
    assert.equal((await other.answer()).status, 200, 'of the one call at once that is allowed');
    other.socket.destroy();
    client.leave();
    await fixture.waitFor(isOver);
    const rows = [await fixture.nextRow(), await fixture.nextRow()];
    assert.deepEqual(rows.map(({ ending }) => ending).sort(), ['client_left', 'complete']);
    reportFigures(context, 'F20', { 'large answers not read and left, charged': wrongCharges });
  });

  test('its time does not count into the duration of the call', async () => {
    const client = await answered(false, 'keep-alive', true);
    await pass(shownAfterMs + 2 * stepMs);
    const row = await fixture.nextRow();
    expectCharged(row);
    assert.ok(row.duration_ms < shownAfterMs, String(row.duration_ms));
    client.socket.destroy();
  });

  test('an answer of at most 64 KiB is charged when it is out, as before', async () => {
    fixture.upstream.next(chat('x'.repeat(60_000)));
    const client = await RawClient.open(fixture.port);
    client.send(bytes(false, 'keep-alive'));
    assert.equal((await client.answer()).status, 200);
    expectCharged(await fixture.nextRow());
    client.leave();
  });
});

test('a stop before the connection has shown that a large answer arrived does not charge it', async () => {
  const fixture = await startFixture();
  fixture.upstream.next(chat('x'.repeat(answerBytes)));
  const client = await RawClient.open(fixture.port);
  client.stopReading();
  client.send(postBytes(question, { key: fixture.key }));
  const { gateway } = fixture.service;
  await fixture.waitFor(() => gateway.state.unconfirmed === 1);
  const [call] = gateway.state.running.snapshot();
  assert.ok(call?.interrupt, 'a drain that runs out can end it');
  try {
    call.interrupt(new ApiError('maintenance'));
    const row = await fixture.nextRow();
    assert.deepEqual([row.ending, Number(row.charge_exact), row.status], ['interrupted', 0, 200]);
    assert.ok(Number(row.uncollected) > 0);
    await fixture.expectSettled();
  } finally {
    client.leave();
    await fixture.close();
  }
});
