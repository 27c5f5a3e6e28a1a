/** Goal: the rule of availability is fair; above all, one account's retry loop cannot turn the page red. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { availabilityOf, judgeSlot, levelOfDay, levelOfSlot, type AccountTally } from './slot-rule.ts';

const tally = fc.record({ good: fc.nat({ max: 500 }), bad: fc.nat({ max: 500 }) });

test('a slot counts with three accounts or twenty calls, and is grey else', () => {
  const one = { good: 1, bad: 0 };
  assert.equal(judgeSlot([]).availabilityPpm, null);
  assert.equal(judgeSlot([one, one]).availabilityPpm, null);
  assert.equal(judgeSlot([one, one, one]).availabilityPpm, 1_000_000);
  assert.equal(judgeSlot([{ good: 19, bad: 0 }]).availabilityPpm, null);
  assert.equal(judgeSlot([{ good: 19, bad: 1 }]).availabilityPpm, 950_000);
  assert.equal(judgeSlot([one, one, { good: 0, bad: 0 }]).availabilityPpm, null, 'who was left out altogether has no voice');
  assert.equal(levelOfSlot(judgeSlot([one])), 'unknown');
});

test('one retry loop of one account cannot redden the page, however many calls it makes', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 50 }), { maxLength: 8 }), fc.nat({ max: 1_000_000 }), (others, bad) => {
      const well: readonly AccountTally[] = others.map((good) => ({ good, bad: 0 }));
      const verdict = judgeSlot([...well, { good: 0, bad }]);
      assert.notEqual(levelOfSlot(verdict), 'down');
      const voices = well.filter(({ good }) => good > 0).length + (bad > 0 ? 1 : 0);
      if (verdict.availabilityPpm !== null && bad > 0)
        assert.ok(
          verdict.availabilityPpm >= Math.floor(((voices - 1) / voices) * 1_000_000) - 1,
          'it takes its own share and no more',
        );
    }),
  );
});

test('more calls of an account change nothing while their share of good ones stays', () => {
  fc.assert(
    fc.property(fc.array(tally, { minLength: 3, maxLength: 8 }), fc.integer({ min: 1, max: 1000 }), (tallies, times) => {
      const [first, ...others] = tallies.map(({ good, bad }) => ({ good: good + 1, bad }));
      if (first === undefined) return;
      const louder = { good: first.good * times, bad: first.bad * times };
      assert.equal(judgeSlot([louder, ...others]).availabilityPpm, judgeSlot([first, ...others]).availabilityPpm);
    }),
  );
});

test('what fails for most accounts is red, and nothing is ever a hundred percent of nothing', () => {
  const fails = { good: 0, bad: 10 };
  assert.equal(levelOfSlot(judgeSlot([fails, fails, { good: 5, bad: 0 }])), 'down');
  assert.equal(availabilityOf({ slots: 0, availabilitySum: 0 }), null);
  assert.equal(levelOfDay({ slots: 0, availabilitySum: 0, downSlots: 0 }), 'unknown');
  fc.assert(
    fc.property(fc.array(tally, { maxLength: 10 }), (tallies) => {
      const { availabilityPpm } = judgeSlot(tallies);
      if (tallies.some(({ bad }) => bad > 0) && availabilityPpm !== null) assert.ok(availabilityPpm < 1_000_000);
    }),
  );
});
