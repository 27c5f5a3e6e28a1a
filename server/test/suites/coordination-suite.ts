import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type {
  Admission,
  AdmitRequest,
  Coordination,
  MoneyLimit,
  RateLimits,
  Reservation,
} from '../../src/domain/limits/coordination.ts';
import type { Calendar } from '../../src/domain/limits/calendar.ts';
import { dayWindow, monthWindow } from '../../src/domain/limits/window.ts';

/** A coordination engine whose time a test moves. */
export interface CoordinationHarness {
  readonly coordination: Coordination;
  readonly calendar: Calendar;
  /** Lets time pass. */
  advance(ms: number): void;
  /** Moves wall time alone. */
  jumpWall(ms: number): void;
  close(): Promise<void>;
}

export interface HarnessOptions {
  readonly startMs?: number;
  /** Figures that earlier processes have committed, by window. */
  readonly committed?: ReadonlyMap<string, bigint>;
}

export type OpenHarness = (options?: HarnessOptions) => Promise<CoordinationHarness>;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const noRates = { requestsPerMinute: null, tokensPerMinute: null, concurrency: null };

export interface CallOptions {
  readonly accountId?: string;
  readonly keyId?: string;
  readonly revision?: number;
  readonly credits?: bigint | null;
  readonly dailyCap?: bigint | null;
  readonly monthlyCap?: bigint | null;
  readonly arming?: number;
  readonly accountRates?: Partial<RateLimits>;
  readonly keyRates?: Partial<RateLimits>;
  readonly reserve?: bigint;
  readonly strict?: boolean;
  readonly expectedTokens?: number;
}

/** Calls an engine as the gateway does. */
export class Caller {
  #calls = 0;
  readonly harness: CoordinationHarness;
  readonly #prefix: string;

  /** @param prefix keeps the calls of several callers apart. */
  constructor(harness: CoordinationHarness, prefix = '') {
    this.harness = harness;
    this.#prefix = prefix;
  }

  limits(options: CallOptions): readonly MoneyLimit[] {
    const { accountId = 'acc_a', keyId = 'key_a', credits = null, dailyCap = null, monthlyCap = null, arming = 0 } = options;
    const { day, month } = this.harness.calendar.now();
    return [
      { scope: 'account', window: accountId, limit: credits, arming: 0 },
      { scope: 'key_day', window: dayWindow(keyId, day), limit: dailyCap, arming },
      { scope: 'key_month', window: monthWindow(keyId, month), limit: monthlyCap, arming },
    ];
  }

  request(options: CallOptions): AdmitRequest {
    const { accountId = 'acc_a', keyId = 'key_a', reserve = 0n, strict = false, expectedTokens = 0 } = options;
    this.#calls += 1;
    return {
      callId: `${this.#prefix}call-${String(this.#calls)}`,
      accountId,
      keyId,
      revision: options.revision ?? 0,
      atMs: this.harness.calendar.clock.nowMs(),
      rates: [
        { ...noRates, ...options.accountRates, id: accountId, scope: 'account' },
        { ...noRates, ...options.keyRates, id: keyId, scope: 'key' },
      ],
      money: this.limits(options),
      reserve,
      strict,
      expectedTokens,
    };
  }

  async try(options: CallOptions = {}): Promise<Admission> {
    await this.harness.coordination.prepare(options.accountId ?? 'acc_a', options.keyId ?? 'key_a');
    return this.harness.coordination.admit(this.request(options));
  }

  async admit(options: CallOptions = {}): Promise<Reservation> {
    const admission = await this.try(options);
    assert.ok(admission.admitted, 'must be admitted');
    return admission.reservation;
  }

  async refuse(options: CallOptions = {}) {
    const admission = await this.try(options);
    assert.ok(!admission.admitted, 'must be refused');
    return admission.refusal;
  }

  async settle(reservation: Reservation, posted: bigint, tokens = 0) {
    return this.harness.coordination.settle({ reservation, posted, tokens });
  }

  async figures(windows: readonly string[]) {
    return this.harness.coordination.figures('acc_a', 'key_a', windows);
  }
}

/**
 * What every engine must hold, in the specification's words. `rounds`: repetitions of the race for the last money;
 * `runs`: of every property.
 */
export function coordinationSuite(name: string, open: OpenHarness, rounds: number, runs = 100): void {
  const scenario = (guarantee: string, body: (caller: Caller) => Promise<void>, options?: HarnessOptions): void => {
    void test(guarantee, async () => {
      const harness = await open(options);
      try {
        await body(new Caller(harness));
      } finally {
        await harness.close();
      }
    });
  };

  void describe(`coordination: ${name}`, () => {
    moneyTests(scenario, rounds);
    windowTests(scenario);
    rateTests(scenario);
    noticeTests(scenario);
    void test('settling in any order ends in the same figures', () => orderIndependence(open, runs));
    void test('in the default mode a cap is overshot by one reservation and the excess of calls in flight at most', () =>
      overshootBound(open, runs));
    void test('no interleaving of admit, settle, void and a changed cap overspends', () => interleavings(open, 3 * runs));
  });
}

type Scenario = (guarantee: string, body: (caller: Caller) => Promise<void>, options?: HarnessOptions) => void;

function moneyTests(scenario: Scenario, rounds: number): void {
  scenario(`50 calls at once against a cap worth 10 admit exactly 10, ${String(rounds)} times over`, async (caller) => {
    await caller.harness.coordination.prepare('acc_a', 'key_a');
    for (let round = 1; round <= rounds; round += 1) {
      const cap = BigInt(round) * 70n;
      const calls = Array.from({ length: 50 }, () => caller.try({ dailyCap: cap, reserve: 7n, strict: true }));
      const admitted = (await Promise.all(calls)).filter((admission) => admission.admitted);
      assert.equal(admitted.length, 10);
      for (const { reservation } of admitted) await caller.settle(reservation, 7n);
      const [used] = await caller.figures([reservationDay(admitted[0]?.reservation)]);
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

  scenario('spent money is told before money that is only reserved', async (caller) => {
    await caller.settle(await caller.admit(), 5n);
    await caller.admit({ reserve: 5n });
    assert.deepEqual(await caller.refuse({ credits: 10n, monthlyCap: 5n }), { reason: 'money_spent', scope: 'key_month' });
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

  scenario('once a change is told, no call is admitted under an older state', async (caller) => {
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

function reservationDay(reservation: Reservation | undefined): string {
  return reservation?.windows[1] ?? '';
}

function windowTests(scenario: Scenario): void {
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

function rateTests(scenario: Scenario): void {
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

  scenario('free requests have a bucket of their own', async (caller) => {
    const { coordination } = caller.harness;
    const ask = (keyId: string, revision = 0) =>
      coordination.admitFree({ accountId: 'acc_a', keyId, revision, atMs: caller.harness.calendar.clock.nowMs(), perMinute: 3 });
    assert.deepEqual([await ask('key_a'), await ask('key_a'), await ask('key_a')], [null, null, null]);
    caller.harness.advance(10_000);
    assert.equal(await ask('key_a'), minuteMs - 10_000);
    assert.equal(await ask('key_b'), null);
    await caller.admit({ accountRates: { requestsPerMinute: 1 }, keyRates: { requestsPerMinute: 1 } });
    caller.harness.advance(minuteMs - 10_000);
    assert.equal(await ask('key_a'), null);
    await coordination.accountChanged('acc_a', 2);
    assert.equal(await ask('key_b', 1), 'stale');
    assert.equal(await ask('key_b', 2), null);
  });
}

function noticeTests(scenario: Scenario): void {
  const spend = async (caller: Caller, amount: bigint, options: CallOptions): Promise<string[]> => {
    const reached = await caller.settle(await caller.admit(options), amount);
    return reached.map(({ scope, level, arming }) => `${scope} ${String(level)} arming ${String(arming)}`);
  };

  scenario('80, 90 and 100 % of a cap are told exactly once each', async (caller) => {
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

  scenario('lowering a cap below what is spent tells the levels at once, each once', async (caller) => {
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

const amount = fc.bigInt({ min: 0n, max: 12n });

async function orderIndependence(open: OpenHarness, numRuns: number): Promise<void> {
  const charges = fc.array(fc.tuple(amount, amount), { minLength: 1, maxLength: 12 });
  const shuffled = charges.chain((calls) =>
    fc.tuple(fc.constant(calls), fc.shuffledSubarray([...calls.keys()], { minLength: calls.length })),
  );
  await fc.assert(
    fc.asyncProperty(shuffled, async ([calls, order]) => {
      const harness = await open();
      const caller = new Caller(harness);
      const reservations = await Promise.all(calls.map(([reserve]) => caller.admit({ reserve, dailyCap: 1000n })));
      for (const index of order) {
        const [reservation, call] = [reservations[index], calls[index]];
        if (reservation !== undefined && call !== undefined) await caller.settle(reservation, call[1]);
      }
      const used = calls.reduce((sum, [, charge]) => sum + charge, 0n);
      assert.deepEqual(await caller.figures(reservations[0]?.windows ?? []), Array(3).fill({ used, held: 0n }));
      assert.equal(await harness.coordination.running('acc_a'), 0);
      await harness.close();
    }),
    { numRuns },
  );
}

async function overshootBound(open: OpenHarness, numRuns: number): Promise<void> {
  const step = fc.oneof(
    fc.record({ admit: amount }),
    fc.record({ settle: fc.nat({ max: 20 }), charge: fc.bigInt({ min: 0n, max: 30n }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 80, size: 'max' }), async (steps) => {
      const harness = await open();
      const caller = new Caller(harness);
      const cap = 50n;
      const inFlight: Reservation[] = [];
      let [largest, excess] = [0n, 0n];
      for (const taken of steps) {
        if ('admit' in taken) {
          const admission = await caller.try({ dailyCap: cap, reserve: taken.admit });
          if (!admission.admitted) continue;
          inFlight.push(admission.reservation);
          // Only what was in flight at the last admission can still overshoot.
          excess = 0n;
          largest = taken.admit > largest ? taken.admit : largest;
          continue;
        }
        const [reservation] = inFlight.splice(taken.settle % Math.max(1, inFlight.length), 1);
        if (reservation === undefined) continue;
        await caller.settle(reservation, taken.charge);
        if (taken.charge > reservation.amount) excess += taken.charge - reservation.amount;
        const [figures] = await caller.figures([reservationDay(reservation)]);
        assert.ok((figures?.used ?? 0n) <= cap + largest + excess);
      }
      await harness.close();
    }),
    { numRuns },
  );
}

async function interleavings(open: OpenHarness, numRuns: number): Promise<void> {
  const caps = fc.array(fc.bigInt({ min: 0n, max: 60n }), { minLength: 1, maxLength: 4 });
  const calls = fc.array(fc.record({ reserve: amount, posted: fc.nat({ max: 2 }) }), { minLength: 2, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), calls, caps, async (scheduler, planned, laterCaps) => {
      const harness = await open();
      const caller = new Caller(harness);
      await harness.coordination.prepare('acc_a', 'key_a');
      let [cap, used, held] = [40n, 0n, 0n];
      const callOnce = async ({ reserve, posted }: { reserve: bigint; posted: number }): Promise<void> => {
        await scheduler.schedule(Promise.resolve(), 'admit');
        // An engine decides in the order in which it is asked, however long its answers are on their way.
        const isExpected = used < cap && used + held + reserve <= cap;
        if (isExpected) held += reserve;
        const admission = await harness.coordination.admit(caller.request({ dailyCap: cap, reserve, strict: true }));
        assert.equal(admission.admitted, isExpected);
        if (!admission.admitted) return;
        await scheduler.schedule(Promise.resolve(), 'settle');
        const charge = (reserve * BigInt(posted)) / 2n;
        held -= reserve;
        used += charge;
        await caller.settle(admission.reservation, charge);
        const expected = { used, held };
        assert.deepEqual(await caller.figures([reservationDay(admission.reservation)]), [expected]);
      };
      const changes = laterCaps.map(async (later) => {
        await scheduler.schedule(Promise.resolve(), 'cap');
        cap = later;
      });
      const running = Promise.all([...planned.map(callOnce), ...changes]);
      await scheduler.waitFor(running);
      assert.equal(held, 0n);
      assert.equal(await harness.coordination.running('acc_a'), 0);
      await harness.close();
    }),
    { numRuns },
  );
}
