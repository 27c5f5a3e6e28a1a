/**
 * Goal: "the platform retries on its own": a call whose only route fails briefly succeeds a moment later, waits no longer than its client
 * does, and the log shows the result of every attempt.
 */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { postBytes, RawClient } from '../gateway/raw-client.ts';
import { chat, html, refusal, resetBeforeAnswer } from '../scripted-upstream/behaviours.ts';
import type { Behaviour } from '../scripted-upstream/scripted-exchange.ts';
import { addProvider, chatCall, must, passTime, question } from './scenario.ts';

let fixture: Fixture;

beforeEach(async () => {
  fixture = await startFixture({ pausesByHand: true });
});

afterEach(() => fixture.closeSettled());

function pausing(): Promise<void> {
  return fixture.waitFor(() => fixture.service.gateway.pauses.size === 1);
}

function asked(): number {
  return fixture.upstream.requests.length;
}

/** The kernel's names for a broken connection differ. */
function broken(fault: string | null | undefined): string | null | undefined {
  return /\b(?:ECONNRESET|UND_ERR_SOCKET)\b/.test(fault ?? '') ? 'broken' : fault;
}

/** A call that waits to retry its only route. */
async function inPause(body: object = question): Promise<RawClient> {
  fixture.upstream.next(resetBeforeAnswer());
  const client = await RawClient.open(fixture.port);
  client.send(postBytes(body, { key: fixture.key }));
  await pausing();
  return client;
}

describe('a route that is the only one', () => {
  const passing: Readonly<Record<string, Behaviour>> = {
    'breaks the connection': resetBeforeAnswer(),
    ...Object.fromEntries([429, 502, 503, 504, 529].map((status) => [`answers ${String(status)}`, refusal(status)])),
  };
  for (const [name, behaviour] of Object.entries(passing)) {
    test(`${name} once: after 0.2 to 1 s it is asked again, and the call is served and charged once`, async () => {
      fixture.upstream.next(behaviour);
      const call = chatCall(fixture, fixture.key);
      await pausing();
      await passTime(fixture, 150);
      assert.deepEqual([asked(), fixture.service.gateway.pauses.size], [1, 1], 'not at once');
      await passTime(fixture, 1_000);
      assert.equal((await call).status, 200);
      const row = await fixture.nextRow();
      assert.deepEqual([asked(), row.attempts, row.ending, row.charge_exact], [2, 2, 'complete', '0.000064']);
    });
  }

  test('it is tried three times in all; then the client gets 503, and the log the result of each attempt', async () => {
    fixture.upstream.next(resetBeforeAnswer(), refusal(502));
    fixture.upstream.otherwise(refusal(503));
    const call = chatCall(fixture, fixture.key);
    for (let pause = 1; pause <= 2; pause += 1) {
      await fixture.waitFor(() => asked() === pause && fixture.service.gateway.pauses.size === 1);
      await passTime(fixture, 1_050);
    }
    assert.equal((await call).status, 503);
    assert.equal(asked(), 3);
    const { id, attempts, attempt_log: log, charge_exact: charge } = await fixture.nextRow();
    const route = `scripted-${String(fixture.port)}/domestic`;
    assert.deepEqual([attempts, Number(charge)], [3, 0]);
    assert.deepEqual(
      log?.map((each) => [each.route, broken(each.fault)]),
      [
        [route, 'broken'],
        [route, 'the upstream answered with status 502: scripted 502'],
        [route, 'the upstream answered with status 503: scripted 503'],
      ],
    );
    assert.deepEqual((await must(fixture, 'GET', `/calls/${id}`)).attempt_log, log);
  });

  for (const status of [400, 401, 403, 404, 413, 422, 500]) {
    test(`answers ${String(status)}, which will not pass: it is not asked again`, async () => {
      fixture.upstream.next(refusal(status));
      await chatCall(fixture, fixture.key);
      assert.deepEqual([asked(), (await fixture.nextRow()).attempts], [1, 1]);
    });
  }

  test('asks for up to 1 s: that long is waited; for more: 503 at once, and the client gets the wait time', async () => {
    fixture.upstream.next(refusal(429, undefined, { 'retry-after': '1' }));
    const call = chatCall(fixture, fixture.key);
    await pausing();
    await passTime(fixture, 950);
    assert.equal(asked(), 1);
    await passTime(fixture, 100);
    assert.equal((await call).status, 200);
    fixture.upstream.next(refusal(429, undefined, { 'retry-after': '7' }));
    const refused = await chatCall(fixture, fixture.key);
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '7']);
    assert.equal(asked(), 3);
  });
});

describe('a call that waits to ask again', () => {
  test('holds no connection to the upstream, and ends at once when its client leaves: nothing is asked for nobody', async () => {
    const client = await inPause();
    await fixture.waitFor(() => fixture.upstream.connectionsOpen === 0);
    client.leave();
    const row = await fixture.nextRow();
    assert.deepEqual([row.status, row.ending, row.attempts], [499, 'client_left', 1]);
    assert.equal(broken(row.attempt_log?.[0]?.fault), 'broken');
    await passTime(fixture, 2_000);
    assert.equal(asked(), 1);
  });

  test('ends at once when the service starts to stop: 503, not charged', async () => {
    const client = await inPause();
    const stopping = fixture.service.stop();
    const answer = await client.answer();
    assert.equal(answer.status, 503);
    assert.match(answer.body, /"upstream_unavailable"/);
    assert.equal(asked(), 1);
    client.leave();
    let isStopped = false;
    void stopping.then(() => (isStopped = true));
    // It checks every 20 ms whether it is idle.
    await fixture.waitFor(() => (fixture.clock.advance(20), isStopped));
    await fixture.upstream.close();
    await rm(fixture.folder, { recursive: true, force: true });
    fixture = await startFixture({ pausesByHand: true });
  });

  test('does not outwait its client: what is left of the total time is too short for a pause', async () => {
    await fixture.close();
    fixture = await startFixture({
      pausesByHand: true,
      env: { TOLLGATE_TOTAL_TIMEOUT_MS: '1000', TOLLGATE_FIRST_BYTE_TIMEOUT_MS: '1000' },
    });
    const late: Behaviour = async (exchange) => {
      fixture.clock.advance(850);
      await refusal(503)(exchange);
    };
    fixture.upstream.otherwise(late);
    assert.equal((await chatCall(fixture, fixture.key)).status, 503);
    assert.deepEqual([asked(), (await fixture.nextRow()).attempts], [1, 1]);
  });

  test('keeps the connection of a stream alive meanwhile', async () => {
    Object.assign(fixture.service.gateway.limits, { streamOpenAfterMs: 100 });
    const client = await inPause({ ...question, stream: true });
    await passTime(fixture, 150);
    await client.until((text) => text.includes(': waiting'), 'a comment');
    assert.equal(asked(), 1);
    await passTime(fixture, 1_000);
    const answer = await client.answer();
    assert.ok(answer.body.endsWith('data: [DONE]\n\n'), answer.body);
    client.leave();
    assert.equal((await fixture.nextRow()).attempts, 2);
  });
});

describe('two routes', () => {
  test('the other one first, then the better of the two again; the first cause stays in the log', async () => {
    fixture.upstream.next(resetBeforeAnswer());
    fixture.upstream.otherwise(chat());
    const other = 'no-key';
    await addProvider(fixture, other, { baseUrl: `${fixture.upstream.baseUrl}/nowhere`, priority: 900 });
    fixture.upstream.next(refusal(404));
    const call = chatCall(fixture, fixture.key);
    await pausing();
    await passTime(fixture, 1_050);
    assert.equal((await call).status, 200);
    const row = await fixture.nextRow();
    const scripted = `scripted-${String(fixture.port)}/domestic`;
    assert.deepEqual(
      row.attempt_log?.map((each) => [each.route, broken(each.fault)]),
      [
        [scripted, 'broken'],
        [`${other}/domestic`, 'the upstream answered with status 404: scripted 404'],
        [scripted, null],
      ],
    );
    assert.deepEqual([row.attempts, row.route, row.error], [3, scripted, null]);
  });
});

describe('a 403 of the only route', () => {
  test('for flagged input is its client’s own fault, and nobody else loses the route', async () => {
    const flagged = {
      code: 403,
      message: 'Your input was flagged',
      metadata: { reasons: ['violence'], flagged_input: 'my api key' },
    };
    fixture.upstream.otherwise(refusal(403, { error: flagged }));
    for (let call = 0; call < 10; call += 1) {
      const answer = await chatCall(fixture, fixture.key);
      assert.deepEqual([answer.status, answer.code], [400, 'content_policy_violation']);
    }
    assert.equal(asked(), 10, 'no other route is asked');
    await expectState('healthy');
  });

  test('without details fails only this call, however often; one about our key ejects the route', async () => {
    fixture.upstream.otherwise(html(403));
    for (let call = 0; call < 10; call += 1) assert.equal((await chatCall(fixture, fixture.key)).status, 503);
    await expectState('healthy');
    fixture.upstream.otherwise(refusal(403, { error: { message: 'x', code: 'invalid_api_key' } }));
    assert.equal((await chatCall(fixture, fixture.key)).status, 503);
    await expectState('ejected');
  });

  async function expectState(state: string): Promise<void> {
    const { data } = await must(fixture, 'GET', '/providers');
    const found = data.find(({ name }: { name: string }) => name.startsWith('scripted'));
    assert.equal(found.routes[0].health.state, state);
  }
});
