import assert from 'node:assert/strict';
import type { Scenario } from './scenario.ts';

const minuteMs = 60_000;

/** Tests of requests and tokens per minute, and of concurrent calls. */
export function rateTests(scenario: Scenario): void {
  const perMinute = { accountRates: { requestsPerMinute: 60 } };

  scenario('the 61st call of any 60 s is refused', async (caller) => {
    for (let sent = 0; sent < 60; sent += 1) {
      assert.deepEqual((await caller.try(perMinute)).rate, {
        limitRequests: 60,
        remainingRequests: 59 - sent,
        resetMs: minuteMs - sent * 500,
      });
      caller.harness.advance(500);
    }
    assert.deepEqual(await caller.refuse(perMinute), { reason: 'rate', scope: 'account', retryAfterMs: minuteMs / 2 });
    caller.harness.advance(minuteMs / 2 - 1);
    assert.deepEqual((await caller.try(perMinute)).rate, { limitRequests: 60, remainingRequests: 0, resetMs: 1 });
    caller.harness.advance(1);
    await caller.admit(perMinute);
    assert.equal((await caller.refuse(perMinute)).reason, 'rate');
  });

  scenario('refused calls consume nothing', async (caller) => {
    const limits = {
      accountRates: { requestsPerMinute: 2, concurrency: 2 },
      keyRates: { requestsPerMinute: 5, concurrency: 1 },
      reserve: 5n,
    };
    const call = await caller.admit({ ...limits, dailyCap: 10n });
    const before = await caller.figures(call.windows);
    for (const refused of [
      { ...limits, expectedTokens: 0 },
      { ...limits, keyRates: {}, dailyCap: 5n },
      { ...limits, keyRates: { requestsPerMinute: 1 } },
      { ...limits, keyRates: { tokensPerMinute: 0 }, expectedTokens: 1 },
    ]) {
      for (let repeat = 0; repeat < 100; repeat += 1) await caller.refuse(refused);
      assert.deepEqual(await caller.figures(call.windows), before);
      assert.equal(await caller.harness.coordination.running('acc_a'), 1);
    }
    const last = await caller.try({ ...limits, keyRates: { requestsPerMinute: 5 } });
    assert.ok(last.admitted);
    assert.deepEqual(last.rate, { limitRequests: 2, remainingRequests: 0, resetMs: minuteMs });
    const { rate } = await caller.try({ keyRates: { requestsPerMinute: 5 } });
    assert.equal(rate.remainingRequests, 2, 'the key has counted two calls before this one');
  });

  scenario('a slot is free again as soon as its call has ended, however it ended', async (caller) => {
    const limits = { accountRates: { concurrency: 2 } };
    const calls = [await caller.admit(limits), await caller.admit(limits)];
    assert.deepEqual(await caller.refuse(limits), { reason: 'concurrency', scope: 'account', retryAfterMs: 1000 });
    assert.equal((await caller.try({ ...limits, accountId: 'acc_b', keyId: 'key_b' })).admitted, true);
    for (const [index, call] of calls.entries()) {
      await caller.settle(call, BigInt(index));
      await caller.admit(limits);
    }
    assert.equal(await caller.harness.coordination.running('acc_a'), 2);
  });

  scenario(
    'a call that gave its slots back early keeps its money and tokens set aside, and gives no slot back twice',
    async (caller) => {
      const limits = { accountRates: { concurrency: 2 }, keyRates: { concurrency: 1, tokensPerMinute: 1000 }, reserve: 7n };
      const call = await caller.admit({ ...limits, expectedTokens: 400 });
      assert.equal((await caller.refuse(limits)).reason, 'concurrency');
      for (let asked = 0; asked < 3; asked += 1) await caller.freeSlots(call);
      assert.equal(await caller.harness.coordination.running('acc_a'), 0);
      assert.deepEqual(await caller.figures(call.windows), Array(3).fill({ used: 0n, held: 7n }));
      assert.equal((await caller.refuse({ ...limits, expectedTokens: 700 })).reason, 'tokens');
      const second = await caller.admit(limits);
      assert.equal((await caller.refuse(limits)).reason, 'concurrency');
      await caller.settle(call, 5n, 100);
      await caller.freeSlots(call);
      assert.equal(await caller.harness.coordination.running('acc_a'), 1);
      assert.equal((await caller.refuse(limits)).reason, 'concurrency', 'the settlement gave nothing back twice');
      assert.deepEqual(await caller.figures(call.windows), Array(3).fill({ used: 5n, held: 7n }));
      await caller.settle(second, 7n);
      await caller.admit(limits);
      assert.equal((await caller.refuse(limits)).reason, 'concurrency');
    },
  );

  scenario('tokens per minute count what running calls expect and what finished ones used', async (caller) => {
    const limits = { keyRates: { tokensPerMinute: 1000 } };
    const call = await caller.admit({ ...limits, expectedTokens: 800 });
    assert.equal((await caller.refuse({ ...limits, expectedTokens: 300 })).reason, 'tokens');
    await caller.settle(call, 0n, 100);
    const second = await caller.admit({ ...limits, expectedTokens: 900 });
    await caller.settle(second, 0n, 900);
    const refusal = await caller.refuse({ ...limits, expectedTokens: 1 });
    assert.ok(refusal.reason === 'tokens' && refusal.retryAfterMs > 59_000 && refusal.retryAfterMs <= 61_000);
    caller.harness.advance(refusal.retryAfterMs);
    const large = await caller.admit({ ...limits, expectedTokens: 5000 });
    assert.equal(
      (await caller.refuse({ ...limits, expectedTokens: 1 })).reason,
      'tokens',
      'a call larger than the limit runs alone',
    );
    await caller.settle(large, 0n, 0);
    await caller.admit({ ...limits, expectedTokens: 1000 });
  });

  scenario('free requests have a separate bucket', async (caller) => {
    const { coordination } = caller.harness;
    const ask = (bucket: string, revision = 0) =>
      coordination.admitFree({ accountId: 'acc_a', bucket, revision, atMs: caller.harness.calendar.clock.nowMs(), perMinute: 3 });
    assert.deepEqual([await ask('key_a'), await ask('key_a'), await ask('key_a')], [null, null, null]);
    caller.harness.advance(10_000);
    assert.equal(await ask('key_a'), minuteMs - 10_000);
    assert.deepEqual([await ask('key_b'), await ask('key_a:polls')], [null, null]);
    await caller.admit({ accountRates: { requestsPerMinute: 1 }, keyRates: { requestsPerMinute: 1 } });
    caller.harness.advance(minuteMs - 10_000);
    assert.equal(await ask('key_a'), null);
    await coordination.accountChanged('acc_a', 2);
    assert.equal(await ask('key_b', 1), 'stale');
    assert.equal(await ask('key_b', 2), null);
  });
}
