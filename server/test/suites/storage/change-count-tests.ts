import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Changer } from '../../../src/platform/held-right.ts';
import { countedChange } from '../../../src/storage/change-counts.ts';
import { UnitConflict, type Engine } from '../../../src/storage/engine.ts';
import { purgeDeliveries } from '../../../src/storage/stores/purge-deliveries.ts';
import type { OnBooks } from './engine-bench.ts';

const limits = { perMinute: 5, perDay: 12 };
const minuteMs = 60_000;
const ann: Changer = { personId: 'ann', accountId: 'acc_one', takesAway: false };

/** `null` if the change was counted; otherwise the reason. */
async function change(engine: Engine, changer: Changer, nowMs: number): Promise<string | null> {
  const { statements, refusalOf } = countedChange(engine, changer, { limits, nowMs });
  try {
    await engine.write(statements, []);
    return null;
  } catch (error) {
    if (!(error instanceof UnitConflict)) throw error;
    const refused = refusalOf(error.statement);
    assert.ok(refused?.retryAfterSeconds !== undefined);
    return refused.message;
  }
}

async function taken(engine: Engine, changer: Changer, nowMs: number, tries = 40): Promise<number> {
  let count = 0;
  for (let one = 0; one < tries; one += 1) count += (await change(engine, changer, nowMs)) === null ? 1 : 0;
  return count;
}

/** Tests of limits on changes, which all nodes count together. */
export function changeCountTests(name: string, onBooks: OnBooks): void {
  void describe(`${name}: changes of people`, () => {
    onBooks('are bounded in a minute and in a day, by person, and by account for all of its people', async ({ engine }) => {
      const start = 20_000 * 86_400_000;
      assert.equal(await taken(engine, ann, start), 5);
      assert.match(String(await change(engine, ann, start)), /^You can make at most 5 changes a minute\. /);
      assert.equal(await taken(engine, { ...ann, personId: 'bob' }, start), 5, 'somebody else is not refused for it');
      assert.match(
        String(await change(engine, { ...ann, personId: 'cat' }, start)),
        /can make at most 10 changes a minute together/,
      );
      assert.equal(await taken(engine, { ...ann, personId: 'cat', accountId: 'acc_two' }, start), 5);
      assert.equal(await taken(engine, ann, start + minuteMs), 5, 'a minute later there is room');
      assert.equal(await taken(engine, ann, start + 2 * minuteMs), 2, 'until the day is used up');
      assert.match(String(await change(engine, ann, start + 3 * minuteMs)), /^You can make at most 12 changes a day; /);
      assert.equal(await taken(engine, ann, start + 86_400_000), 5);
    });

    onBooks('that only take away go on for half as long again', async ({ engine }) => {
      const start = 20_000 * 86_400_000;
      await taken(engine, ann, start);
      assert.equal(await taken(engine, { ...ann, takesAway: true }, start), 3);
      assert.equal(await taken(engine, ann, start), 0);
    });

    onBooks(
      'are counted together by nodes whose clocks differ, and a clock that was far ahead blocks nobody',
      async ({ engine }) => {
        const start = 20_000 * 86_400_000;
        assert.equal(await taken(engine, ann, start + 1000, 3), 3);
        assert.equal(await taken(engine, ann, start - 1000), 2, 'a node that is two seconds behind');
        assert.equal(await taken(engine, ann, start + 1000), 0);
        assert.equal(await taken(engine, { ...ann, personId: 'dan' }, start + 900 * 86_400_000), 5);
        assert.equal(await taken(engine, { ...ann, personId: 'dan' }, start + 5 * minuteMs), 5);
      },
    );

    onBooks('count for nothing where the unit fails, and are forgotten when their windows are over', async ({ engine }) => {
      const start = 20_000 * 86_400_000;
      const { statements } = countedChange(engine, ann, { limits, nowMs: start });
      const [first] = statements;
      for (let one = 0; one < 20; one += 1)
        // In the second case, one statement finds its window full at the end: the whole transaction is rolled back.
        await assert.rejects(
          engine.write([...statements, ...Array.from({ length: 6 }, () => first ?? assert.fail())], []),
          UnitConflict,
        );
      assert.equal(await taken(engine, ann, start), 5);
      assert.ok((await purgeDeliveries(engine, { nowMs: start + 3 * 86_400_000, keepMs: 1 })) >= 4);
      assert.equal(await taken(engine, ann, start), 5);
    });
  });
}
