import assert from 'node:assert/strict';
import type { Scenario } from './scenario.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Tests of days and months, and of clocks that jump. */
export function windowTests(scenario: Scenario): void {
  const beforeMidnight = { startMs: Temporal.ZonedDateTime.from('2026-11-30T23:59:59[Asia/Shanghai]').epochMilliseconds };

  scenario(
    'a charge after midnight belongs to the day and month that admitted the call',
    async (caller) => {
      const call = await caller.admit({ dailyCap: 10n, monthlyCap: 10n, reserve: 10n });
      caller.harness.advance(2000);
      const next = await caller.admit({ dailyCap: 10n, monthlyCap: 10n });
      assert.deepEqual(next.windows, ['acc_a', 'key_a:20261201', 'key_a:202612']);
      await caller.settle(call, 10n);
      assert.deepEqual(await caller.figures([...call.windows, ...next.windows.slice(1)]), [
        { used: 10n, held: 0n },
        { used: 10n, held: 0n },
        { used: 10n, held: 0n },
        { used: 0n, held: 0n },
        { used: 0n, held: 0n },
      ]);
      await caller.admit({ dailyCap: 10n, monthlyCap: 10n });
    },
    beforeMidnight,
  );

  scenario(
    'spending of earlier processes counts, in windows that begin while this one runs too',
    async (caller) => {
      await caller.refuse({ credits: 30n });
      await caller.refuse({ dailyCap: 3n });
      await caller.refuse({ monthlyCap: 20n });
      caller.harness.advance(2000);
      await caller.refuse({ dailyCap: 4n });
      await caller.refuse({ monthlyCap: 4n });
      await caller.admit({ credits: 31n, dailyCap: 5n, monthlyCap: 5n });
    },
    {
      ...beforeMidnight,
      committed: new Map([
        ['acc_a', 30n],
        ['key_a:20261130', 3n],
        ['key_a:202611', 20n],
        ['key_a:20261201', 4n],
        ['key_a:202612', 4n],
      ]),
    },
  );

  scenario(
    'no jump of the wall clock hands a cap out twice or keeps a free slot from a caller',
    async (caller) => {
      const limited = { dailyCap: 10n, accountRates: { requestsPerMinute: 2 } };
      await caller.settle(await caller.admit(limited), 10n);
      for (const jumpMs of [-hourMs, -24 * hourMs]) {
        caller.harness.jumpWall(jumpMs);
        assert.equal((await caller.refuse(limited)).reason, 'money_spent');
        caller.harness.jumpWall(-jumpMs);
      }
      caller.harness.jumpWall(24 * hourMs);
      await caller.settle(await caller.admit(limited), 10n);
      caller.harness.jumpWall(-24 * hourMs);
      assert.equal((await caller.refuse({ dailyCap: 10n })).reason, 'money_spent');
      assert.equal((await caller.refuse(limited)).reason, 'rate', 'a jump forward does not empty the minute');
      caller.harness.advance(minuteMs);
      await caller.admit({ accountRates: { requestsPerMinute: 2 } });
    },
    { startMs: beforeMidnight.startMs - 12 * hourMs },
  );
}
