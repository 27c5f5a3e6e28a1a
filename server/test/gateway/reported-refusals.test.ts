/**
 * Goal: an answer that its upstream did not finish is never charged. An error inside an answer counts like one with a status: against the
 * route only if the route is at fault; it goes to the client if the request is at fault, and to the operator with its message.
 */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { Stage, provider } from '../upstream/routing-stage.ts';
import { createRouting } from '../../src/upstream/routing/routing.ts';
import { UnknownFinishReasons } from '../../src/gateway/observations/unknown-finish-reasons.ts';
import { HeardAlarms } from '../heard-alarms.ts';
import { addProvider, chatCall, must, question, type CallAnswer } from '../scenarios/scenario.ts';
import { chat, refusal, stream, whole } from '../scripted-upstream/behaviours.ts';
import { deltaEvent, event, streamHead, streamTail, wholeChat } from '../scripted-upstream/chat-bodies.ts';
import type { Behaviour } from '../scripted-upstream/scripted-exchange.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { startFixture, type CallRow, type Fixture } from './fixture.ts';

const streamed = { ...question, stream: true };
const faults = ['network_error', 'error', 'insufficient_system_resource', 'abort'];

const tooLong = {
  error: {
    message: 'prompt is too long: 20000 tokens > 8192 maximum',
    type: 'invalid_request_error',
    code: 'context_length_exceeded',
  },
};
const filtered = {
  error: {
    message: 'Output data may contain inappropriate content. See https://up.example/help or ask with key sk-abcdef123456.',
    type: 'data_inspection_failed',
    code: 'data_inspection_failed',
  },
};

/** A stream that breaks with an event after some text. */
function thenSays(last: object): Behaviour {
  return stream((request) => [streamHead(request), deltaEvent(request, { content: 'Half an ans' }), event(last)]);
}

function lastError(answer: CallAnswer): { readonly code: string; readonly message: string } {
  const events = answer.text.split('\n\n').filter((part) => part.startsWith('data: '));
  const { error } = JSON.parse(events.at(-1)?.slice(6) ?? '{}') as { error: { code: string; message: string } };
  assert.ok(!answer.text.includes('[DONE]'), 'no end is made up');
  return error;
}

describe('what an upstream says inside of an answer', () => {
  let fixture: Fixture;
  let second: ScriptedUpstream;
  let providerId: string;

  beforeEach(async () => {
    fixture = await startFixture();
    second = await startScriptedUpstream();
    second.otherwise(chat('from the second'));
    const list = (await must(fixture, 'GET', '/providers')).data as readonly { readonly id: string; readonly name: string }[];
    providerId = list.find(({ name }) => name === `scripted-${String(fixture.port)}`)?.id ?? '';
    await addProvider(fixture, 'second', { baseUrl: second.baseUrl, priority: 200 });
  });

  afterEach(async () => {
    await second.close();
    await fixture.closeSettled();
  });

  async function call(body: object): Promise<{ readonly answer: CallAnswer; readonly row: CallRow }> {
    const answer = await chatCall(fixture, fixture.key, body);
    return { answer, row: await fixture.nextRow() };
  }

  /** State of the first route. */
  async function state(): Promise<string> {
    return (await must(fixture, 'GET', `/providers/${providerId}`)).routes[0].health.state;
  }

  for (const word of faults) {
    test(`an answer that ends with "${word}" is reported as broken, free and counted against the route; before its first byte another route serves`, async () => {
      fixture.upstream.otherwise(chat('Half an answer', { finishReason: word }));
      const broken = await call(streamed);
      assert.equal(lastError(broken.answer).code, 'upstream_unavailable');
      const { ending, charge_exact: charge, error } = broken.row;
      assert.deepEqual([ending, charge], ['upstream_broke', '0']);
      assert.match(error ?? '', new RegExp(`ended its answer with "${word}"`));

      const served = await call(question);
      assert.deepEqual([served.answer.status, served.row.attempts, served.row.ending], [200, 2, 'complete']);
      for (let times = 2; times < 5; times += 1) await call(question);
      assert.equal(await state(), 'ejected');
    });
  }

  test('an error inside a choice is one, whatever the choice says of its end', async () => {
    const choice = {
      index: 0,
      message: { role: 'assistant', content: 'x' },
      finish_reason: 'stop',
      error: { code: 502, message: 'gone' },
    };
    fixture.upstream.next(whole(JSON.stringify({ id: 'x', object: 'chat.completion', model: 'm', choices: [choice] })));
    const { row } = await call(question);
    assert.deepEqual([row.attempts, row.ending], [2, 'complete']);
    assert.match(row.attempt_log?.[0]?.fault ?? '', /error inside a choice: gone$/);
  });

  test('long prompts of one user cost nobody the route, however often they come', async () => {
    const told: readonly (readonly [object, Behaviour])[] = [
      [streamed, stream([event(tooLong)])],
      [question, whole(JSON.stringify(tooLong))],
      [question, refusal(400, tooLong)],
      [question, refusal(500, tooLong)],
    ];
    for (const [body, behaviour] of told) {
      fixture.upstream.otherwise(behaviour);
      for (let times = 0; times < 6; times += 1) {
        const { answer, row } = await call(body);
        assert.deepEqual([answer.status, answer.code, row.attempts], [400, 'context_length_exceeded', 1]);
      }
      assert.equal(await state(), 'healthy');
    }
    assert.equal(second.requests.length, 0);
  });

  test("content refused during a stream is reported to the client, free, and not the route's fault", async () => {
    fixture.upstream.otherwise(thenSays(filtered));
    for (let times = 0; times < 6; times += 1) {
      const { answer, row } = await call(streamed);
      const { code, message } = lastError(answer);
      assert.equal(code, 'content_policy_violation');
      assert.match(message, /^Output data may contain inappropriate content\./);
      assert.doesNotMatch(message, /example|sk-/);
      assert.deepEqual([row.ending, row.error_code, row.charge_exact], ['refused', 'content_policy_violation', '0']);
    }
    assert.equal(await state(), 'healthy');
  });

  test('an error in the middle of a stream reaches the client in our words, and the operator in the words of the upstream', async () => {
    fixture.upstream.otherwise(thenSays({ error: { message: 'worker 10.1.2.3 is gone, key sk-abcdef123456', code: 502 } }));
    const { answer, row } = await call(streamed);
    assert.doesNotMatch(answer.text, /worker/);
    assert.equal(lastError(answer).code, 'upstream_unavailable');
    assert.match(row.attempt_log?.at(-1)?.fault ?? '', /: worker is gone, key$/);
    assert.doesNotMatch(row.error ?? '', /worker/);
  });

  test('words by which aggregators switch a channel off never reach a client, not even in the middle of a stream', async () => {
    fixture.upstream.otherwise(
      thenSays({ error: { message: 'Content policy: your credit balance is too low', code: 'content_filter' } }),
    );
    const { message } = lastError((await call(streamed)).answer);
    assert.doesNotMatch(message, /credit|balance/);
  });

  test('an end that nobody knows is complete and charged; with its quirk it breaks the answer and another route serves', async () => {
    fixture.upstream.otherwise(chat('All of it', { finishReason: 'finished_by_moonlight' }));
    for (const body of [streamed, question]) {
      const { answer, row } = await call(body);
      assert.match(answer.text, /finished_by_moonlight/);
      assert.deepEqual([row.ending, row.attempts], ['complete', 1]);
      assert.ok(Number(row.charge_exact) > 0);
    }
    await must(fixture, 'PATCH', `/providers/${providerId}`, { quirks: { unknown_finish_breaks: true } });
    const { row } = await call(question);
    assert.deepEqual([row.ending, row.attempts], ['complete', 2]);
    assert.match(row.attempt_log?.[0]?.fault ?? '', /an unknown reason: finished_by_moonlight$/);
  });

  test('a model that a route does not serve costs the other models of the route nothing', async () => {
    for (const behaviour of [
      refusal(404, { error: { message: 'The model `x` does not exist', code: 'model_not_found' } }),
      whole(JSON.stringify({ code: 20012, message: 'Model does not exist.', data: null })),
    ]) {
      fixture.upstream.otherwise(behaviour);
      for (let times = 0; times < 6; times += 1) assert.equal((await call(question)).row.attempts, 2);
      assert.equal(await state(), 'healthy');
    }
  });

  test('every call of an unfinished answer is free, also with usage that was reported beside it', async () => {
    fixture.upstream.otherwise((exchange) =>
      exchange.request.stream
        ? stream((request) => [
            streamHead(request),
            deltaEvent(request, { content: 'x' }),
            streamTail(request, { finishReason: 'abort' }),
          ])(exchange)
        : whole((request) => wholeChat(request, 'x', { finishReason: 'abort' }))(exchange),
    );
    await second.close();
    for (const body of [streamed, question]) {
      const { row } = await call(body);
      assert.deepEqual([row.ending, row.charge_exact], ['upstream_broke', '0']);
    }
    second = await startScriptedUpstream();
  });
});

describe('what the operator hears of it', () => {
  test('is informed of an unknown ending once per provider', () => {
    const alarms = new HeardAlarms();
    const ends = new UnknownFinishReasons(alarms);
    for (const id of ['a', 'b', 'a', 'b']) ends.heard({ id, name: `provider ${id}` }, 'm', 'done_by_moonlight');
    assert.deepEqual(
      alarms.raised.map(({ kind, subject }) => [kind, subject]),
      [
        ['unknown_finish_reason', 'a'],
        ['unknown_finish_reason', 'b'],
      ],
    );
  });

  test('is informed of a model that a route does not serve, although nothing is ejected', () => {
    const alarms = new HeardAlarms();
    const stage = new Stage(provider('p', 1, [{ id: 'a' }]));
    const routing = createRouting({ clock: stage.clock, logger: silentLogger, alarms });
    routing.failed(stage.find('a'), { status: 404, retryAfterMs: null, blame: 'model' }, 'the upstream answered with status 404');
    assert.deepEqual(
      alarms.raised.map(({ kind }) => kind),
      ['upstream_model_missing'],
    );
  });
});
