/** Goal: no account pays for impossible usage, and a provider's false report is its own loss. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { alarmWords } from '@tollgate/contract/alarms/alarm-kinds';
import { quirkNames } from '@tollgate/contract/catalogue/quirks';
import { silentLogger, type Logger } from '../../src/platform/logger.ts';
import { chatCall, must, question } from '../scenarios/scenario.ts';
import { chat, stream, whole } from '../scripted-upstream/behaviours.ts';
import { event, wholeChat } from '../scripted-upstream/chat-bodies.ts';
import { startFixture, type CallRow, type Fixture } from './fixture.ts';

async function providerId(fixture: Fixture): Promise<string> {
  const { data } = (await must(fixture, 'GET', '/providers')) as {
    readonly data: readonly { readonly id: string; readonly name: string }[];
  };
  return data.find(({ name }) => name.startsWith('scripted-'))?.id ?? '';
}

const described = { kind: 'chat', context_length: 128_000, output_limit: 4096 };
const lie = { prompt_tokens: 12, completion_tokens: 2_000_000_000, total_tokens: 2_000_000_012 };

describe('usage that cannot be', () => {
  let fixture: Fixture;
  const alarms: object[] = [];
  const logger: Logger = { ...silentLogger, error: (fields: object) => alarms.push(fields) };

  before(async () => {
    fixture = await startFixture({ logger });
    await must(fixture, 'PUT', '/models/test%2Fchat', described);
  });

  after(() => fixture.closeSettled());

  async function called(body: object = question): Promise<CallRow> {
    const answer = await chatCall(fixture, fixture.key, body);
    assert.equal(answer.status, 200, answer.text);
    return fixture.nextRow();
  }

  for (const streamed of [false, true]) {
    test(`2,000,000,000 tokens of a model that gives at most 4,096 cost nothing (${streamed ? 'streamed' : 'whole'})`, async () => {
      alarms.length = 0;
      fixture.upstream.next(chat('Hello there', { usage: lie }));
      const row = await called({ ...question, stream: streamed });
      assert.deepEqual([row.ending, row.error_code], ['complete', 'usage_invalid']);
      assert.deepEqual([row.charge_exact, Number(row.uncollected)], ['0', 0], 'neither money nor a debt of the account');
      assert.ok(Number(row.upstream_cost) > 0, 'the estimate is kept as a loss');
      assert.equal(alarms.length, 1);
      const told = alarms[0] as { readonly route: string; readonly reported: { readonly outputTokens: number } };
      assert.ok(told.route.startsWith('scripted-') && told.reported.outputTokens === 2_000_000_000);
      const metrics = await (await fetch(`http://127.0.0.1:${String(fixture.port)}/metrics`)).text();
      assert.match(metrics, /^tollgate_usage_invalid_total [1-9]/m);
    });
  }

  test('whatever the ending, the row says that the usage was invalid, and the account owes nothing', async () => {
    const unfinished = event({ choices: [{ index: 0, delta: { content: 'Hi' } }], usage: lie });
    fixture.upstream.next(stream(() => [unfinished]));
    await chatCall(fixture, fixture.key, { ...question, stream: true });
    const row = await fixture.nextRow();
    assert.deepEqual([row.ending, row.error_code, Number(row.uncollected)], ['upstream_broke', 'usage_invalid', 0]);
  });

  test('the row says what was wrong, after what else was wrong', async () => {
    const what = 'the upstream reported an impossible usage; the call was not charged';
    const unfinished = event({ choices: [{ index: 0, delta: { content: 'Hi' } }], usage: lie });
    fixture.upstream.next(
      chat('Hello there', { usage: lie }),
      stream(() => [unfinished]),
    );
    assert.equal((await called()).error, what);
    await chatCall(fixture, fixture.key, { ...question, stream: true });
    assert.match((await fixture.nextRow()).error ?? '', new RegExp(`^.+; ${what}$`));
  });

  test('more input than the model takes is not believed; our own count of what was sent is', async () => {
    await must(fixture, 'PUT', '/models/test%2Fchat', { ...described, context_length: 100 });
    const long = { ...question, messages: [{ role: 'user', content: 'word '.repeat(4000) }] };
    fixture.upstream.next(
      chat('Hello', { usage: { prompt_tokens: 5000, completion_tokens: 2 } }),
      chat('Hello', { usage: null }),
    );
    assert.equal((await called(long)).error_code, 'usage_invalid');
    const counted = await called(long);
    assert.deepEqual([counted.error_code, counted.usage_estimated], [null, true]);
    assert.ok(Number(counted.charge_exact) > 0);
    await must(fixture, 'PUT', '/models/test%2Fchat', described);
  });

  test('the limits hold for each choice, and what an honest provider reports is charged', async () => {
    const used = (completion: number) => chat('Hello', { usage: { prompt_tokens: 12, completion_tokens: completion } });
    fixture.upstream.next(used(4 * 4096), used(4 * 4096));
    assert.equal((await called({ ...question, n: 4 })).charge_exact, '0.131096');
    assert.equal((await called({ ...question, n: 2 })).error_code, 'usage_invalid');
  });

  test('max_tokens bounds what is believed only where the record says that it includes reasoning', async () => {
    const reasoned = chat('Hello', { usage: { prompt_tokens: 12, completion_tokens: 3000 } });
    fixture.upstream.next(reasoned, reasoned);
    assert.equal((await called({ ...question, max_tokens: 10 })).error_code, null);
    await must(fixture, 'PUT', '/models/test%2Fchat', { kind: 'chat', max_tokens_includes_reasoning: true });
    assert.equal((await called({ ...question, max_tokens: 10 })).error_code, 'usage_invalid');
  });

  test('a usage in the metadata of an answer is not its usage', async () => {
    const metadata = { usage: { prompt_tokens: 1, completion_tokens: 1 } };
    fixture.upstream.next(
      whole((request) => JSON.stringify({ ...JSON.parse(wholeChat(request, 'x'.repeat(400), { usage: null })), metadata })),
    );
    const row = await called();
    assert.deepEqual([row.usage_estimated, row.output_tokens], [true, 100]);
  });
});

describe('usage that is only half said, or contradicts itself', () => {
  let fixture: Fixture;
  const warned: object[] = [];
  const logger: Logger = { ...silentLogger, warn: (fields: object) => warned.push(fields) };

  before(async () => {
    fixture = await startFixture({ logger });
  });

  after(() => fixture.closeSettled());

  const doubtsTold = (): readonly unknown[] => warned.flatMap((fields) => ('doubt' in fields ? [fields.doubt] : []));

  async function called(usage: Readonly<Record<string, unknown>>, body: object = question): Promise<CallRow> {
    fixture.upstream.next(chat('Hello there', { usage: { ...usage } }));
    const answer = await chatCall(fixture, fixture.key, body);
    assert.equal(answer.status, 200, answer.text);
    return fixture.nextRow();
  }

  const long = { ...question, messages: [{ role: 'user', content: 'word '.repeat(8000) }] };

  test('the half that lacks is estimated, the other is as it was reported, and the row is marked', async () => {
    for (const stream of [false, true]) {
      const row = await called({ prompt_tokens: 0, completion_tokens: 500, total_tokens: 500 }, { ...long, stream });
      assert.deepEqual([row.error_code, row.usage_estimated, row.output_tokens], [null, true, 500]);
      assert.ok(row.input_tokens > 9_000 && row.input_tokens < 11_000, String(row.input_tokens));
      const other = await called({ prompt_tokens: 300, completion_tokens: 0, total_tokens: 300 }, { ...question, stream });
      assert.deepEqual([other.usage_estimated, other.input_tokens, other.output_tokens], [true, 300, 3]);
    }
  });

  test('an answer without words has no output to lack', async () => {
    fixture.upstream.next(chat('', { usage: { prompt_tokens: 300, completion_tokens: 0 } }));
    await chatCall(fixture, fixture.key, question);
    const row = await fixture.nextRow();
    assert.deepEqual([row.usage_estimated, row.input_tokens, row.output_tokens], [false, 300, 0]);
  });

  test('a contradiction costs what is cheapest for the client, and the row is marked', async () => {
    const row = await called({ prompt_tokens: 20, completion_tokens: 198, total_tokens: 623 });
    assert.deepEqual([row.usage_estimated, row.input_tokens, row.output_tokens], [true, 20, 198]);
  });

  test('the operator is notified once per provider and doubt, with the quirk that decides it', async () => {
    for (let time = 0; time < 2; time += 1) await called({ prompt_tokens: 20, completion_tokens: 198, total_tokens: 623 });
    for (const doubt of ['input', 'output', 'total'])
      assert.equal(doubtsTold().filter((told) => told === doubt).length, 1, doubt);
    const said = alarmWords('usage_doubtful', { provider: 'p', model: 'm', doubt: 'total' }, 'en');
    assert.ok(quirkNames.some((name) => said?.line.includes(name) === true));
    await must(fixture, 'PATCH', `/providers/${await providerId(fixture)}`, { quirks: { reasoning_in_total_only: true } });
    const row = await called({ prompt_tokens: 20, completion_tokens: 198, total_tokens: 623 });
    assert.deepEqual([row.usage_estimated, row.output_tokens, row.reasoning_tokens], [false, 603, 405]);
  });
});
