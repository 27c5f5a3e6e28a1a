/**
 * Goal: whatever usage an upstream reports, no call with a strict key is charged more than its reservation, none less than zero, and
 * nonsense is never charged.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import { tokenCountLimit } from '@tollgate/contract/usage';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { post } from '../gateway/raw-client.ts';
import { reportFigures } from '../proofs/figures.ts';
import { seededRandom } from '../proofs/seed.ts';
import { count } from '../proofs/counts.ts';
import { must, newKey, question, type NewKey } from '../scenarios/scenario.ts';
import { chat } from '../scripted-upstream/behaviours.ts';

const figures: readonly unknown[] = [
  0,
  1,
  5,
  12,
  4096,
  1_000_000,
  2 ** 31 - 1,
  2 ** 31,
  1e18,
  -1,
  -0.5,
  1.5,
  0.1,
  null,
  '12',
  '',
  true,
  [],
  {},
  1e308,
];

interface Posting {
  readonly reserved: bigint;
  readonly posted: bigint;
}

describe('usage that an upstream reports', () => {
  let fixture: Fixture;
  let strict: NewKey;
  const postings: Posting[] = [];

  before(async () => {
    fixture = await startFixture();
    // Without strict, a false report of a billion tokens is trusted, so the account must be able to pay for them.
    await must(fixture, 'POST', `/accounts/${fixture.accountId}/credits`, { amount: '99000000', reason: 'test', bucket: 'paid' });
    strict = await newKey(fixture, { strict: true });
    const { coordination } = fixture.service.gateway;
    const settle = coordination.settle.bind(coordination);
    coordination.settle = (settlement) => {
      postings.push({ reserved: settlement.reservation.amount, posted: settlement.posted });
      return settle(settlement);
    };
  });

  after(() => fixture.closeSettled());

  /** One call with this report of the upstream; returns the reserved and posted amounts. */
  async function reported(
    usage: object | null,
    key: string,
    stream: boolean,
  ): Promise<Posting & { readonly row: Awaited<ReturnType<Fixture['nextRow']>> }> {
    fixture.upstream.next(chat('Hello there', { usage: usage as Record<string, unknown> | null }));
    const answer = await post(fixture.port, { ...question, stream, max_tokens: 10 }, { key });
    assert.equal(answer.status, 200, answer.body);
    const row = await fixture.nextRow();
    const posting = postings.at(-1);
    assert.ok(posting);
    return { ...posting, row };
  }

  function expectSound({ reserved, posted, row }: Awaited<ReturnType<typeof reported>>, isStrict: boolean): void {
    assert.ok(posted >= 0n, 'never less than nothing');
    if (isStrict) assert.ok(posted <= reserved, `${String(posted)} of ${String(reserved)}`);
    for (const tokens of [row.input_tokens, row.cached_tokens, row.output_tokens, row.reasoning_tokens]) {
      assert.ok(Number.isInteger(tokens) && tokens >= 0 && tokens < tokenCountLimit, `${String(tokens)} tokens`);
    }
    if (row.error_code === 'usage_invalid') assert.equal(posted, 0n);
    else assert.equal(row.error_code, null);
  }

  test('figures of every kind and combination: strict keys never pay more than was reserved', async (context: TestContext) => {
    const random = seededRandom();
    // Mostly plausible figures, or hardly any report would be trusted.
    const draw = (): unknown => figures[Math.floor(random() * (random() < 0.8 ? 6 : figures.length))];
    const calls = count('failingCalls');
    const seen = { invalid: 0, charged: 0, capped: 0 };
    for (let call = 0; call < calls; call += 1) {
      const usage = {
        prompt_tokens: draw(),
        completion_tokens: draw(),
        total_tokens: draw(),
        ...(random() < 0.5 ? { prompt_tokens_details: { cached_tokens: draw() } } : {}),
        ...(random() < 0.5 ? { completion_tokens_details: { reasoning_tokens: draw() } } : {}),
      };
      const isStrict = call % 2 === 0;
      const outcome = await reported(usage, isStrict ? strict.key : fixture.key, call % 4 < 2);
      expectSound(outcome, isStrict);
      if (outcome.row.error_code !== null) seen.invalid += 1;
      else if (outcome.posted > 0n) seen.charged += 1;
      if (isStrict && outcome.posted === outcome.reserved && Number(outcome.row.uncollected) > 0) seen.capped += 1;
    }
    assert.ok(seen.invalid > 0 && seen.charged > 0);
    reportFigures(context, 'F19', {
      'calls with made-up usage': calls,
      'of these not charged because it was impossible': seen.invalid,
      'strict calls charged more than reserved': 0,
    });
  });

  for (const stream of [false, true]) {
    const kind = stream ? 'streamed' : 'whole';

    test(`${kind}: usage larger than the reservation is charged up to it, the rest is on the house (strict)`, async () => {
      const outcome = await reported(
        { prompt_tokens: 12, completion_tokens: 1_000_000, total_tokens: 1_000_012 },
        strict.key,
        stream,
      );
      expectSound(outcome, true);
      assert.equal(outcome.posted, outcome.reserved);
      assert.ok(Number(outcome.row.uncollected) > 7.9);
    });

    for (const [name, usage] of Object.entries({
      'none at all': null,
      'nothing but zeros': { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    })) {
      test(`${kind}: ${name} is estimated from the text and marked so`, async () => {
        const outcome = await reported(usage, strict.key, stream);
        expectSound(outcome, true);
        assert.ok(outcome.row.usage_estimated && outcome.posted > 0n);
      });
    }

    for (const [name, tokens] of Object.entries({ negative: -1, astronomic: 1e18, fractional: 1.5, 'above 2^31': 2 ** 31 })) {
      test(`${kind}: a ${name} figure is never money`, async () => {
        for (const member of ['prompt_tokens', 'completion_tokens']) {
          const usage = { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17, [member]: tokens };
          const { posted, row } = await reported(usage, fixture.key, stream);
          assert.deepEqual([posted, row.error_code], [0n, 'usage_invalid']);
        }
      });
    }
  }
});
