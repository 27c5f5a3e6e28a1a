/**
 * Goal: limits hold however many calls arrive at once. Method: every round releases 50 calls by their last byte, over real HTTP, and the
 * upstream responds only after all of them are decided.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { count } from '../proofs/counts.ts';
import { reportFigures } from '../proofs/figures.ts';
import { after as afterGate, chat } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { postBytes, RawClient, type RawAnswer } from '../gateway/raw-client.ts';
import { chatCall, must, newKey, passTime, question, type NewKey } from './scenario.ts';

const rounds = count('rounds');
const callers = 50;
/** 100 output tokens at 100 CNY per million, with free input: every call reserves exactly 0.01 CNY. */
const price = { input: '0', output: '100' };
const reservedCny = 0.01;

let fixture: Fixture;
let clients: RawClient[];

before(async () => {
  fixture = await startFixture();
  await must(fixture, 'POST', `/accounts/${fixture.accountId}/credits`, { amount: '1000000', reason: 'test', bucket: 'paid' });
  await must(fixture, 'PUT', `/models/${encodeURIComponent('test/chat')}`, { kind: 'chat', price, confirm: true });
  clients = await Promise.all(Array.from({ length: callers }, () => RawClient.open(fixture.port)));
});

after(async () => {
  for (const client of clients) client.socket.destroy();
  await fixture.closeSettled();
});

interface Round {
  readonly answers: readonly RawAnswer[];
  readonly admitted: number;
}

/** Sends everything but the last byte of every call; then sends the last bytes together. */
async function releaseAtOnce(key: string, outputTokensMax: number): Promise<Round> {
  const before = fixture.upstream.requests.length;
  const bytes = postBytes({ ...question, max_tokens: outputTokensMax }, { key });
  for (const client of clients) {
    client.forget();
    client.send(bytes.subarray(0, -1));
  }
  await fixture.waitFor(() => fixture.service.gateway.state.running.size === callers);
  for (const client of clients) client.send(bytes.subarray(-1));
  let refused = 0;
  const answers = clients.map(async (client) => {
    const answer = await client.answer();
    if (answer.status !== 200) refused += 1;
    return answer;
  });
  const decided = (): number => refused + fixture.upstream.requests.length - before;
  await fixture.waitFor(() => decided() === callers);
  const admitted = fixture.upstream.requests.length - before;
  gate.open();
  return { answers: await Promise.all(answers), admitted };
}

let gate = new Gate();

/** The upstream holds every reply until the gate of this round opens, then reports this many output tokens. */
function holdReplies(outputTokens: () => number): void {
  gate = new Gate();
  const closed = gate;
  fixture.upstream.otherwise((exchange) =>
    afterGate(
      closed,
      chat('Hello', { usage: { prompt_tokens: 1, completion_tokens: outputTokens(), total_tokens: 1 } }),
    )(exchange),
  );
}

function codes({ answers }: Round): ReadonlySet<string> {
  return new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => JSON.parse(body).error.code as string));
}

async function spentToday(key: NewKey): Promise<number> {
  await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
  // Time stands still here, so nothing else triggers a commit of the books.
  await fixture.service.storage.books.flush();
  const { spent_today: spent } = await must(fixture, 'GET', `/keys/${key.id}`);
  return Number(spent);
}

describe('50 calls at once against a cap worth 10', () => {
  test(`strict: exactly 10 are admitted and the cap is never exceeded, ${String(rounds)} rounds`, async (context) => {
    let overshoot = 0;
    for (let round = 0; round < rounds; round += 1) {
      // Upstreams that report more than was reserved must not break a strict cap either.
      holdReplies(() => 100 + (round % 3) * 60);
      const key = await newKey(fixture, { daily_cap: '0.1', strict: true });
      const outcome = await releaseAtOnce(key.key, 100);
      assert.equal(outcome.admitted, 10, `round ${String(round)}`);
      assert.equal(outcome.answers.filter(({ status }) => status === 200).length, 10);
      assert.deepEqual([...codes(outcome)], ['cap_reserved'], 'nothing is spent yet, so waiting may help');
      const spent = await spentToday(key);
      assert.equal(spent, 0.1, 'what was admitted is charged, and the refused ones consumed nothing');
      overshoot = Math.max(overshoot, spent - 0.1);
    }
    assert.equal(overshoot, 0);
    reportFigures(context, 'F23', {
      'rounds against a strict cap worth 10 calls': rounds,
      'calls at once in each': callers,
      'admitted in each': 10,
      'largest overshoot, CNY': overshoot,
    });
  });

  test(`default: overshoot stays within the largest reservation and the excess of calls in flight, ${String(rounds)} rounds`, async (context) => {
    let worst = 0;
    for (let round = 0; round < rounds; round += 1) {
      const excessTokens = (round * 37) % 400;
      holdReplies(() => 100 + excessTokens);
      const cap = 0.1 - (round % 10) * 0.001;
      const key = await newKey(fixture, { daily_cap: cap.toFixed(4) });
      const outcome = await releaseAtOnce(key.key, 100);
      const spent = await spentToday(key);
      const bound = reservedCny + (outcome.admitted * excessTokens) / 10_000;
      assert.ok(spent - cap <= bound + 1e-9, `round ${String(round)}: ${String(spent - cap)} over, bound ${String(bound)}`);
      assert.equal(outcome.admitted, 10, 'the tenth still finds room, the eleventh does not');
      worst = Math.max(worst, (spent - cap) / bound);
    }
    reportFigures(context, 'F23', {
      'rounds without strict': rounds,
      'largest overshoot in % of what the calls in flight may cost beyond their reservations': (worst * 100).toFixed(1),
    });
  });

  test('the balance of an account holds like a cap', async () => {
    holdReplies(() => 100);
    const account: { readonly id: string } = await must(fixture, 'POST', '/accounts', {
      name: 'Small',
      plan: 'dedicated',
      trial_credit: false,
      limits: { requests_per_minute: null, concurrency: null },
    });
    await must(fixture, 'POST', `/accounts/${account.id}/credits`, { amount: '0.1', reason: 'test', bucket: 'paid' });
    const key = await must(fixture, 'POST', `/accounts/${account.id}/keys`, { strict: true });
    const outcome = await releaseAtOnce(key.key, 100);
    assert.equal(outcome.admitted, 10);
    await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
    const { balance } = await must(fixture, 'GET', `/accounts/${account.id}`);
    assert.deepEqual([Number(balance.available), Number(balance.reserved)], [0, 0]);
  });
});

describe('rate and concurrency', () => {
  const limited = async (limits: object): Promise<NewKey> => {
    fixture.upstream.otherwise(chat());
    return newKey(fixture, { limits });
  };

  async function account(limits: object): Promise<NewKey> {
    fixture.upstream.otherwise(chat());
    const made: { readonly id: string } = await must(fixture, 'POST', '/accounts', { name: 'Rate', plan: 'standard', limits });
    return must(fixture, 'POST', `/accounts/${made.id}/keys`, {});
  }

  test('the 61st call of any 60 s is refused, and refused ones consume nothing', async () => {
    const key = await account({ requests_per_minute: 60 });
    for (let call = 0; call < 60; call += 1) assert.equal((await chatCall(fixture, key.key)).status, 200);
    // As many as the admitted ones, but later: if they counted, they would block calls when the admitted ones are a minute old.
    await passTime(fixture, 30_000);
    for (let call = 0; call < 60; call += 1) {
      const { code, headers } = await chatCall(fixture, key.key);
      assert.equal(code, 'rate_limit_exceeded');
      assert.equal(headers.get('retry-after'), '30');
      assert.equal(headers.get('x-ratelimit-remaining-requests'), '0');
    }
    await passTime(fixture, 29_999);
    assert.equal((await chatCall(fixture, key.key)).code, 'rate_limit_exceeded');
    await passTime(fixture, 1);
    assert.equal((await chatCall(fixture, key.key)).status, 200, 'the refused ones did not prolong the wait');
  });

  test('the window slides exactly: whatever the pace, a call is admitted if and only if fewer than 60 were in the last 60 s', async () => {
    const pace = fc.array(fc.record({ waitMs: fc.integer({ min: 0, max: 9000 }), calls: fc.integer({ min: 1, max: 25 }) }), {
      minLength: 10,
      maxLength: 20,
    });
    const property = fc.asyncProperty(pace, async (steps) => {
      const key = await limited({ requests_per_minute: 60 });
      let admittedAt: number[] = [];
      for (const { waitMs, calls } of steps) {
        await passTime(fixture, waitMs);
        const now = fixture.clock.monotonicMs();
        for (let call = 0; call < calls; call += 1) {
          admittedAt = admittedAt.filter((atMs) => atMs > now - 60_000);
          const { status } = await chatCall(fixture, key.key);
          assert.equal(status, admittedAt.length < 60 ? 200 : 429);
          if (status === 200) admittedAt.push(now);
        }
      }
    });
    await fc.assert(property, { numRuns: 3, endOnFailure: true });
  });

  test('50 calls at once find as many slots as there are, and give them back', async () => {
    holdReplies(() => 100);
    const key = await newKey(fixture, { limits: { concurrency: 7 } });
    for (let round = 0; round < 3; round += 1) {
      holdReplies(() => 100);
      const outcome = await releaseAtOnce(key.key, 100);
      assert.equal(outcome.admitted, 7);
      assert.deepEqual([...codes(outcome)], ['concurrency_limit_exceeded']);
      await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
    }
  });

  test('50 calls at once against a rate of 20: exactly 20 are admitted', async () => {
    holdReplies(() => 100);
    const key = await newKey(fixture, { limits: { requests_per_minute: 20 } });
    const outcome = await releaseAtOnce(key.key, 100);
    assert.equal(outcome.admitted, 20);
    assert.deepEqual([...codes(outcome)], ['rate_limit_exceeded']);
  });
});
