import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Reservation } from '../../../src/domain/limits/coordination.ts';
import { Caller, type OpenHarness } from './caller.ts';

const amount = fc.bigInt({ min: 0n, max: 12n });

/** Runs one case of a property on a separate engine. */
async function onEngine(open: OpenHarness, body: (caller: Caller) => Promise<void>): Promise<void> {
  const harness = await open();
  try {
    await body(new Caller(harness));
  } finally {
    await harness.close();
  }
}

/** Tests of calls that are admitted and settled in any order. */
export function orderTests(open: OpenHarness, runs: number): void {
  void test('settling in any order ends in the same figures', () => orderIndependence(open, runs));
  void test('slots released early or by the settlement, in any order and asked twice, are those of the calls without an answer', () =>
    slotsGivenBack(open, runs));
  void test('in the default mode a cap is overshot by one reservation and the excess of calls in flight at most', () =>
    overshootBound(open, runs));
  void test('no interleaving of admit, settle, void and a changed cap overspends', () => interleavings(open, 3 * runs));
}

function dayOf(reservation: Reservation): string {
  return reservation.windows[1] ?? '';
}

async function orderIndependence(open: OpenHarness, numRuns: number): Promise<void> {
  const charges = fc.array(fc.tuple(amount, amount), { minLength: 1, maxLength: 12 });
  const shuffled = charges.chain((calls) =>
    fc.tuple(fc.constant(calls), fc.shuffledSubarray([...calls.keys()], { minLength: calls.length })),
  );
  await fc.assert(
    fc.asyncProperty(shuffled, async ([calls, order]) => {
      await onEngine(open, async (caller) => {
        const reservations = await Promise.all(calls.map(([reserve]) => caller.admit({ reserve, dailyCap: 1000n })));
        for (const index of order) {
          const [reservation, call] = [reservations[index], calls[index]];
          if (reservation !== undefined && call !== undefined) await caller.settle(reservation, call[1]);
        }
        const used = calls.reduce((sum, [, charge]) => sum + charge, 0n);
        assert.deepEqual(await caller.figures(reservations[0]?.windows ?? []), Array(3).fill({ used, held: 0n }));
        assert.equal(await caller.harness.coordination.running('acc_a'), 0);
      });
    }),
    { numRuns },
  );
}

async function slotsGivenBack(open: OpenHarness, numRuns: number): Promise<void> {
  const step = fc.record({ does: fc.constantFrom('admit', 'free', 'settle'), which: fc.nat({ max: 20 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }), async (steps) => {
      await onEngine(open, async (caller) => {
        const limits = { accountRates: { concurrency: 4 }, keyRates: { concurrency: 3 }, reserve: 2n };
        const calls: { readonly reservation: Reservation; hasSlot: boolean; isOpen: boolean }[] = [];
        const running = (): number => calls.filter(({ hasSlot }) => hasSlot).length;
        for (const { does, which } of steps) {
          const call = calls[which % Math.max(1, calls.length)];
          if (does === 'admit') {
            const admission = await caller.try(limits);
            assert.equal(admission.admitted, running() < 3);
            if (admission.admitted) calls.push({ reservation: admission.reservation, hasSlot: true, isOpen: true });
          } else if (call !== undefined && does === 'free') {
            call.hasSlot = false;
            await caller.freeSlots(call.reservation);
          } else if (call?.isOpen === true) {
            [call.hasSlot, call.isOpen] = [false, false];
            await caller.settle(call.reservation, 1n);
          }
          assert.equal(await caller.harness.coordination.running('acc_a'), running());
        }
        const [figures] = await caller.figures(['acc_a']);
        assert.equal(figures?.held, 2n * BigInt(calls.filter(({ isOpen }) => isOpen).length));
      });
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
      await onEngine(open, async (caller) => {
        const cap = 50n;
        const inFlight: Reservation[] = [];
        let [largest, excess] = [0n, 0n];
        for (const taken of steps) {
          if ('admit' in taken) {
            const admission = await caller.try({ dailyCap: cap, reserve: taken.admit });
            if (!admission.admitted) continue;
            inFlight.push(admission.reservation);
            // Only calls in flight at the last admission can still exceed the limit.
            excess = 0n;
            largest = taken.admit > largest ? taken.admit : largest;
            continue;
          }
          const [reservation] = inFlight.splice(taken.settle % Math.max(1, inFlight.length), 1);
          if (reservation === undefined) continue;
          await caller.settle(reservation, taken.charge);
          if (taken.charge > reservation.amount) excess += taken.charge - reservation.amount;
          const [figures] = await caller.figures([dayOf(reservation)]);
          assert.ok((figures?.used ?? 0n) <= cap + largest + excess);
        }
      });
    }),
    { numRuns },
  );
}

async function interleavings(open: OpenHarness, numRuns: number): Promise<void> {
  const caps = fc.array(fc.bigInt({ min: 0n, max: 60n }), { minLength: 1, maxLength: 4 });
  const calls = fc.array(fc.record({ reserve: amount, posted: fc.nat({ max: 2 }) }), { minLength: 2, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), calls, caps, async (scheduler, planned, laterCaps) => {
      await onEngine(open, async (caller) => {
        await caller.harness.coordination.prepare('acc_a', 'key_a');
        let [cap, used, held] = [40n, 0n, 0n];
        const callOnce = async ({ reserve, posted }: { reserve: bigint; posted: number }): Promise<void> => {
          await scheduler.schedule(Promise.resolve(), 'admit');
          // An engine decides in the order of requests, however long its responses take.
          const isExpected = used < cap && used + held + reserve <= cap;
          if (isExpected) held += reserve;
          const admission = await caller.harness.coordination.admit(caller.request({ dailyCap: cap, reserve, strict: true }));
          assert.equal(admission.admitted, isExpected);
          if (!admission.admitted) return;
          await scheduler.schedule(Promise.resolve(), 'settle');
          const charge = (reserve * BigInt(posted)) / 2n;
          held -= reserve;
          used += charge;
          await caller.settle(admission.reservation, charge);
          const expected = { used, held };
          assert.deepEqual(await caller.figures([dayOf(admission.reservation)]), [expected]);
        };
        const changes = laterCaps.map(async (later) => {
          await scheduler.schedule(Promise.resolve(), 'cap');
          cap = later;
        });
        const running = Promise.all([...planned.map(callOnce), ...changes]);
        await scheduler.waitFor(running);
        assert.equal(held, 0n);
        assert.equal(await caller.harness.coordination.running('acc_a'), 0);
      });
    }),
    { numRuns },
  );
}
