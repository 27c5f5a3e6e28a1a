import assert from 'node:assert/strict';
import type { Scenario } from './scenario.ts';

/** Tests of caps, balances and reservations. */
export function moneyTests(scenario: Scenario, rounds: number): void {
  scenario(`50 calls at once against a cap worth 10 admit exactly 10, ${String(rounds)} times over`, async (caller) => {
    await caller.harness.coordination.prepare('acc_a', 'key_a');
    for (let round = 1; round <= rounds; round += 1) {
      const cap = BigInt(round) * 70n;
      const calls = Array.from({ length: 50 }, () => caller.try({ dailyCap: cap, reserve: 7n, strict: true }));
      const admitted = (await Promise.all(calls)).filter((admission) => admission.admitted);
      assert.equal(admitted.length, 10);
      for (const { reservation } of admitted) await caller.settle(reservation, 7n);
      const [used] = await caller.figures([admitted[0]?.reservation.windows[1] ?? '']);
      assert.deepEqual(used, { used: cap, held: 0n }, 'overshoot is 0');
    }
  });

  scenario('settled spending at a limit answers money_spent, reservations in the way money_reserved', async (caller) => {
    const first = await caller.admit({ dailyCap: 10n, reserve: 10n });
    assert.deepEqual(await caller.refuse({ dailyCap: 10n }), { reason: 'money_reserved', scope: 'key_day', waitingHelps: true });
    await caller.settle(first, 10n);
    assert.deepEqual(await caller.refuse({ dailyCap: 10n }), { reason: 'money_spent', scope: 'key_day' });
    assert.deepEqual(await caller.refuse({ monthlyCap: 9n }), { reason: 'money_spent', scope: 'key_month' });
    assert.deepEqual(await caller.refuse({ credits: 10n }), { reason: 'money_spent', scope: 'account' });
    await caller.admit({ credits: 11n, dailyCap: 11n, monthlyCap: 11n });
  });

  scenario(
    'an inherited call takes its amount and its slots once, whatever the limits, and is settled like any other',
    async (caller) => {
      const windows = caller.limits({}).map(({ window }) => window);
      const reservation = { callId: 'inherited', accountId: 'acc_a', keyId: 'key_a', amount: 30n, windows };
      for (let time = 1; time <= 3; time += 1)
        await caller.harness.coordination.adopt({ reservation, strict: true, from: ['a process that is gone'] });
      assert.deepEqual(await caller.figures(windows.slice(0, 1)), [{ used: 0n, held: 30n }]);
      assert.equal((await caller.refuse({ dailyCap: 40n, reserve: 11n, strict: true })).reason, 'money_reserved');
      const one = { concurrency: 1 };
      assert.equal((await caller.refuse({ accountRates: one })).reason, 'concurrency');
      assert.equal((await caller.refuse({ keyRates: one })).reason, 'concurrency');
      await caller.settle(reservation, 20n);
      assert.deepEqual(
        await caller.figures(windows),
        windows.map(() => ({ used: 20n, held: 0n })),
      );
      await caller.admit({ dailyCap: 40n, reserve: 20n, strict: true, accountRates: one, keyRates: one });
    },
  );

  scenario('keys of a sub-account spend no more together than its caps, at once and one after the other', async (caller) => {
    const part = { subAccountId: 'sub_a', subDailyCap: 70n, reserve: 7n, strict: true };
    const keyOf = (index: number): string => `key_${String(index % 5)}`;
    const calls = Array.from({ length: 50 }, (_, index) => caller.try({ ...part, keyId: keyOf(index) }));
    const admitted = (await Promise.all(calls)).filter((admission) => admission.admitted);
    assert.equal(admitted.length, 10);
    const reserved = { reason: 'money_reserved', scope: 'sub_account_day', waitingHelps: true };
    assert.deepEqual(await caller.refuse({ ...part, keyId: 'key_9' }), reserved);
    for (const { reservation } of admitted) await caller.settle(reservation, 7n);
    const [day = '', month = ''] = admitted[0]?.reservation.windows.slice(3) ?? [];
    const all = { used: 70n, held: 0n };
    assert.deepEqual(await caller.figures([day, month]), [all, all]);
    assert.deepEqual(await caller.refuse({ ...part, keyId: 'key_9' }), { reason: 'money_spent', scope: 'sub_account_day' });
    assert.deepEqual(await caller.refuse({ subAccountId: 'sub_a', subMonthlyCap: 70n }), {
      reason: 'money_spent',
      scope: 'sub_account_month',
    });
    await caller.admit({ keyId: 'key_9', reserve: 7n });
    await caller.admit({ ...part, subAccountId: 'sub_b', keyId: 'key_b' });
  });

  scenario('spent money is reported before money that is only reserved', async (caller) => {
    await caller.settle(await caller.admit(), 5n);
    await caller.admit({ reserve: 5n });
    assert.deepEqual(await caller.refuse({ credits: 10n, monthlyCap: 5n }), { reason: 'money_spent', scope: 'key_month' });
  });

  scenario('an account has no more in flight than it may, by however many keys; one call alone always goes', async (caller) => {
    const first = await caller.admit({ reserve: 12n, heldMax: 10n });
    assert.deepEqual(await caller.refuse({ keyId: 'key_b', reserve: 1n, heldMax: 12n }), { reason: 'held' });
    const second = await caller.admit({ keyId: 'key_b', reserve: 1n, heldMax: 13n });
    await caller.admit({ reserve: 0n, heldMax: 0n });
    assert.deepEqual(await caller.refuse({ reserve: 1n, heldMax: -1n }), { reason: 'held' });
    await caller.settle(first, 12n);
    await caller.settle(second, 0n);
    await caller.admit({ reserve: 3_000_000_000_000_000_001n, heldMax: 1n });
    assert.deepEqual(await caller.refuse({ reserve: 1n, heldMax: 3_000_000_000_000_000_001n }), { reason: 'held' });
    await caller.admit({ reserve: 1n, heldMax: 3_000_000_000_000_000_002n });
  });

  scenario('a call that asks for too much in flight first gets the reason that waiting does not help against', async (caller) => {
    await caller.admit({ credits: 10n, reserve: 10n });
    assert.deepEqual(await caller.refuse({ credits: 10n, reserve: 5n, heldMax: 10n }), {
      reason: 'money_reserved',
      scope: 'account',
      waitingHelps: true,
    });
  });

  scenario('a strict call is admitted only if its own worst case still fits', async (caller) => {
    await caller.admit({ credits: 10n, reserve: 4n, strict: true });
    assert.deepEqual(await caller.refuse({ credits: 10n, reserve: 7n, strict: true }), {
      reason: 'money_reserved',
      scope: 'account',
      waitingHelps: true,
    });
    assert.deepEqual(await caller.refuse({ credits: 10n, reserve: 11n, strict: true }), {
      reason: 'money_reserved',
      scope: 'account',
      waitingHelps: false,
    });
    await caller.admit({ credits: 10n, reserve: 6n, strict: true });
  });

  scenario('a cap of 0 blocks every call, no cap blocks none and is still counted', async (caller) => {
    for (const strict of [true, false]) {
      assert.deepEqual(await caller.refuse({ dailyCap: 0n, strict }), { reason: 'money_spent', scope: 'key_day' });
    }
    const call = await caller.admit({ reserve: 5n });
    assert.deepEqual(await caller.figures(call.windows), Array(3).fill({ used: 0n, held: 5n }));
    await caller.settle(call, 3n);
    assert.deepEqual(await caller.figures(call.windows), Array(3).fill({ used: 3n, held: 0n }));
  });

  scenario('changed credits and caps decide the very next call', async (caller) => {
    await caller.settle(await caller.admit({ credits: 5n, dailyCap: 5n }), 5n);
    await caller.refuse({ credits: 5n });
    await caller.admit({ credits: 6n });
    await caller.refuse({ dailyCap: 5n });
    await caller.admit({ dailyCap: 6n });
    await caller.refuse({ dailyCap: 4n });
  });

  scenario('once a change is announced, no call is admitted under an older state', async (caller) => {
    const { coordination } = caller.harness;
    const call = await caller.admit({ revision: 1, reserve: 5n });
    await coordination.accountChanged('acc_a', 3);
    await coordination.accountChanged('acc_a', 2);
    for (const revision of [1, 2]) assert.deepEqual(await caller.refuse({ revision }), { reason: 'stale', revision: 3 });
    await caller.admit({ revision: 3 });
    await caller.admit({ revision: 4 });
    await caller.admit({ accountId: 'acc_b', keyId: 'key_b', revision: 0 });
    await caller.settle(call, 5n);
    assert.deepEqual(await caller.figures(['acc_a']), [{ used: 5n, held: 0n }]);
  });

  scenario('a call is settled exactly once', async (caller) => {
    const call = await caller.admit({ reserve: 5n });
    await caller.settle(call, 3n);
    assert.deepEqual(await caller.settle(call, 3n), []);
    assert.deepEqual(await caller.settle({ ...call }, 3n), []);
    assert.deepEqual(await caller.settle({ ...call, callId: 'never admitted' }, 3n), []);
    assert.deepEqual(await caller.figures(call.windows), Array(3).fill({ used: 3n, held: 0n }));
    assert.equal(await caller.harness.coordination.running('acc_a'), 0);
  });

  scenario('a void posts nothing and gives the reservation back', async (caller) => {
    const call = await caller.admit({ dailyCap: 5n, reserve: 5n, strict: true });
    await caller.refuse({ dailyCap: 5n, reserve: 5n, strict: true });
    await caller.settle(call, 0n);
    await caller.admit({ dailyCap: 5n, reserve: 5n, strict: true });
  });
}
