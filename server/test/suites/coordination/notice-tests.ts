import assert from 'node:assert/strict';
import type { Caller, CallOptions } from './caller.ts';
import type { Scenario } from './scenario.ts';

/** Tests of reported cap levels. */
export function noticeTests(scenario: Scenario): void {
  const spend = async (caller: Caller, amount: bigint, options: CallOptions): Promise<string[]> => {
    const reached = await caller.settle(await caller.admit(options), amount);
    return reached.map(({ scope, level, arming }) => `${scope} ${String(level)} arming ${String(arming)}`);
  };

  scenario('80, 90 and 100 % of a cap are reported exactly once each', async (caller) => {
    const options = { dailyCap: 100n, monthlyCap: 200n };
    assert.deepEqual(await spend(caller, 79n, options), []);
    assert.deepEqual(await caller.settle(await caller.admit(options), 1n), [
      { window: 'key_a:20261121', scope: 'key_day', level: 80, arming: 0, limit: 100n, used: 80n },
    ]);
    assert.deepEqual(await spend(caller, 0n, options), []);
    assert.deepEqual(await spend(caller, 9n, options), []);
    assert.deepEqual(await spend(caller, 90n, options), ['key_day 90 arming 0', 'key_day 100 arming 0', 'key_month 80 arming 0']);
    assert.equal((await caller.refuse(options)).reason, 'money_spent');
  });

  scenario('caps of a sub-account are reported once, whichever of its keys spent', async (caller) => {
    const part = { subAccountId: 'sub_a', subDailyCap: 100n };
    assert.deepEqual(await spend(caller, 79n, part), []);
    assert.deepEqual(await spend(caller, 2n, { ...part, keyId: 'key_b' }), ['sub_account_day 80 arming 0']);
    assert.deepEqual(await spend(caller, 20n, part), ['sub_account_day 90 arming 0', 'sub_account_day 100 arming 0']);
  });

  scenario('raising a cap arms its alerts again', async (caller) => {
    assert.deepEqual(await spend(caller, 85n, { dailyCap: 100n }), ['key_day 80 arming 0']);
    assert.deepEqual(await caller.harness.coordination.reachedLevels('acc_a', caller.limits({ dailyCap: 200n, arming: 1 })), []);
    assert.deepEqual(await spend(caller, 80n, { dailyCap: 200n, arming: 1 }), ['key_day 80 arming 1']);
    assert.deepEqual(await spend(caller, 15n, { dailyCap: 200n, arming: 1 }), ['key_day 90 arming 1']);
  });

  scenario('a call that runs while its cap is raised is measured against the new cap', async (caller) => {
    const call = await caller.admit({ dailyCap: 100n });
    assert.deepEqual(await caller.harness.coordination.reachedLevels('acc_a', caller.limits({ dailyCap: 1000n, arming: 1 })), []);
    assert.deepEqual(await caller.settle(call, 150n), []);
  });

  scenario('lowering a cap below what is spent reports the levels at once, each once', async (caller) => {
    assert.deepEqual(await spend(caller, 85n, { dailyCap: 100n }), ['key_day 80 arming 0']);
    const lowered = caller.limits({ dailyCap: 50n });
    assert.deepEqual(
      (await caller.harness.coordination.reachedLevels('acc_a', lowered)).map(({ level }) => level),
      [90, 100],
    );
    assert.deepEqual(await caller.harness.coordination.reachedLevels('acc_a', lowered), []);
    assert.equal((await caller.refuse({ dailyCap: 50n })).reason, 'money_spent');
  });

  scenario('a cap of 0 is reached, without earlier warnings', async (caller) => {
    await caller.harness.coordination.prepare('acc_a', 'key_a');
    const reached = await caller.harness.coordination.reachedLevels('acc_a', caller.limits({ dailyCap: 0n }));
    assert.deepEqual(
      reached.map(({ level }) => level),
      [100],
    );
  });
}
