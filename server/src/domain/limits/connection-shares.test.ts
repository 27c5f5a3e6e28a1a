/** Goal: no client network takes the slots of others, however many connections it opens. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ConnectionShares } from './connection-shares.ts';

const network = (at: number): string => `203.0.113.${String(at)}`;

function sharesOf(max: number) {
  const refused: string[] = [];
  const shares = new ConnectionShares({
    max,
    isProxy: (address) => address === '10.0.0.1',
    onRefused: (name) => refused.push(name),
  });
  return { shares, refused };
}

describe('connections of client networks', () => {
  it('one network gets half of them; each further one that takes all it can leaves room for the next', () => {
    const { shares, refused } = sharesOf(10_000);
    const taken = [1, 2, 3, 4].map((at) => {
      let held = 0;
      while (shares.enter(network(at)) !== null) held += 1;
      return held;
    });
    assert.deepEqual(taken, [5_000, 2_500, 1_250, 625]);
    assert.deepEqual(new Set(refused), new Set([1, 2, 3, 4].map(network)));
    assert.ok(shares.enter(network(5)));
  });

  it('a site of IPv6 is one network; a trusted proxy, and what has no address, has no bound', () => {
    const { shares } = sharesOf(4);
    assert.ok(shares.enter('2001:db8:1:1::1'));
    assert.ok(shares.enter('2001:db8:1:2::1'));
    assert.equal(shares.enter('2001:db8:1:3::1'), null);
    for (let at = 0; at < 9; at += 1) assert.ok(shares.enter(at % 2 === 0 ? '10.0.0.1' : undefined));
  });

  it('the first connection of a network is never refused, and counts hold over any order of coming and going', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ of: fc.nat(5), leaves: fc.boolean() }), { maxLength: 200 }),
        fc.integer({ min: 1, max: 30 }),
        (steps, max) => {
          const { shares } = sharesOf(max);
          const open = new Map<number, (() => void)[]>();
          for (const { of, leaves } of steps) {
            const own = open.get(of) ?? [];
            const total = [...open.values()].reduce((sum, { length }) => sum + length, 0);
            const leave = leaves ? undefined : shares.enter(network(of));
            if (leaves) own.pop()?.();
            else assert.equal(leave !== null, own.length === 0 || own.length < max - total);
            if (leave) own.push(leave);
            open.set(of, own);
          }
        },
      ),
    );
  });
});
