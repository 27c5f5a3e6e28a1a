/** Goal: calls of a conversation reach the prompt cache that they filled, on every node. Weights and health apply as before. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { provider, Stage, status } from '../../../test/upstream/routing-stage.ts';
import type { Price } from '../../domain/catalog/model.ts';
import { plainKey, unlimitedKey } from '../../domain/catalog/plain-key.ts';
import { byAffinity, hashText, type Affinity } from './affinity.ts';

interface Entry {
  readonly id: string;
  readonly weight: number;
}

const idAndWeight = { id: ({ id }: Entry) => id, weight: ({ weight }: Entry) => weight };
const orderFor = (entries: readonly Entry[], text: string): string[] =>
  byAffinity(entries, hashText(text), idAndWeight).map(({ id }) => id);

const entries: fc.Arbitrary<readonly Entry[]> = fc.uniqueArray(
  fc.record({ id: fc.uuid(), weight: fc.integer({ min: 0, max: 10 }) }),
  { selector: ({ id }) => id, minLength: 2, maxLength: 8 },
);

/** The affinity of a conversation with this name. */
function affinity(text: string, isCheaper = true): Affinity {
  return { hash: hashText(text), saves: () => isCheaper };
}

const conversations = Array.from({ length: 4_000 }, (_, index) => `conversation ${String(index)}`);

function share(firsts: readonly (string | undefined)[], id: string): number {
  return firsts.filter((first) => first === id).length / firsts.length;
}

describe('rendezvous hashing', () => {
  test('finds the same order however the entries are listed, and one without weight comes last', () => {
    fc.assert(
      fc.property(entries, fc.string(), fc.infiniteStream(fc.nat()), (list, text, order) => {
        const shuffled = list.map((entry) => ({ entry, at: order.next().value ?? 0 })).sort((left, right) => left.at - right.at);
        const found = orderFor(list, text);
        assert.deepEqual(orderFor(shuffled.map(({ entry }) => entry), text), found); // oxfmt-ignore
        const spare = found.map((id) => (list.find((entry) => entry.id === id)?.weight === 0 ? 1 : 0));
        assert.deepEqual(spare, spare.toSorted());
      }),
    );
  });

  test('an entry that leaves moves only its own conversations, to the next in their order', () => {
    fc.assert(
      fc.property(entries, fc.string(), fc.nat(), (list, text, at) => {
        const gone = list[at % list.length]?.id;
        const left = list.filter(({ id }) => id !== gone);
        assert.deepEqual(orderFor(left, text), orderFor(list, text).filter((id) => id !== gone)); // oxfmt-ignore
      }),
    );
  });

  test('shares conversations by weight', () => {
    const list = [{ id: 'light', weight: 1 }, { id: 'heavy', weight: 3 }, { id: 'spare', weight: 0 }]; // oxfmt-ignore
    const firsts = conversations.map((text) => orderFor(list, text)[0]);
    assert.ok(Math.abs(share(firsts, 'heavy') - 0.75) < 0.03, String(share(firsts, 'heavy')));
    assert.equal(share(firsts, 'spare'), 0);
  });
});

function key(id: string, parts: object = {}) {
  return { ...plainKey(id, `secret-of-${id}`), ...parts };
}

const two = (): Stage =>
  new Stage(provider('p', 1, [{ id: 'a' }]), provider('q', 1, [{ id: 'b' }]), provider('r', 2, [{ id: 'c' }]));

const order = (stage: Stage, tie: Affinity | null): string[] =>
  stage.routing
    .candidates(stage.providers, 'm', { region: 'domestic', domesticOnly: false, affinity: tie })
    .map(({ route }) => route.id);

describe('calls with an affinity', () => {
  test('keep their route among equals, on every node, and use the next one only while theirs is set aside', () => {
    const [stage, other] = [two(), two()];
    const firsts = conversations.slice(0, 200).map((text) => {
      const [first, second] = order(stage, affinity(text));
      for (let call = 0; call < 3; call += 1) assert.deepEqual(order(stage, affinity(text)), [first, second, 'c']);
      assert.deepEqual(order(other, affinity(text)), [first, second, 'c']);
      return first;
    });
    assert.deepEqual([...new Set(firsts)].sort(), ['a', 'b']);
    stage.fail('a', undefined, 5);
    for (const text of conversations.slice(0, 200)) assert.deepEqual(order(stage, affinity(text)), ['b', 'c', 'a']);
    stage.clock.advance(30_000);
    for (const [at, text] of conversations.slice(0, 200).entries()) assert.equal(order(stage, affinity(text))[0], firsts[at]);
  });

  test('keep their key, and use the next one while theirs is refused or at its limit', () => {
    const keys = [key('one', { limits: { ...unlimitedKey, concurrency: 1 } }), key('two'), key('three')];
    const stage = new Stage(provider('p', 1, [{ id: 'a', keys }]));
    const keyFor = (text: string) => {
      const taken = stage.routing.take(stage.find('a'), affinity(text));
      assert.ok(taken);
      return taken;
    };
    const used = (text: string): string => {
      const taken = keyFor(text);
      stage.routing.released(taken);
      return taken.key.id;
    };
    const mine = conversations.slice(0, 100).map(used);
    assert.deepEqual([...new Set(mine)].sort(), ['one', 'three', 'two']);
    assert.deepEqual(conversations.slice(0, 100).map(used), mine);
    const ofOne = conversations[mine.indexOf('one')] ?? '';
    const held = keyFor(ofOne);
    const next = used(ofOne);
    assert.notEqual(next, 'one');
    assert.equal(used(ofOne), next);
    stage.routing.released(held);
    const refused = keyFor(ofOne);
    stage.routing.failed(refused, status(401), 'scripted');
    stage.routing.released(refused);
    assert.equal(stage.routing.takeOtherKey({ candidate: refused, why: status(401) }, affinity(ofOne))?.key.id, next);
    assert.deepEqual(conversations.slice(0, 100).map(used).filter((id, at) => mine[at] !== 'one' && id !== mine[at]), []); // oxfmt-ignore
  });

  test('say what decided, and only where there was a choice', () => {
    const stage = two();
    const reasons = (tie: Affinity | null) =>
      stage.routing
        .candidates(stage.providers, 'm', { region: 'domestic', domesticOnly: false, affinity: tie })
        .map(({ by }) => by);
    assert.deepEqual(reasons(affinity('one')), ['affinity', 'affinity', null]);
    assert.deepEqual(reasons(null), [null, null, null]);
  });

  test('are spread by weight where a warm cache saves nothing; what an upstream charges counts too', () => {
    const price = (cachedInput: bigint): Price => ({ input: 2n, cachedInput, output: 8n, perCall: 0n, card: null });
    const stageFor = (cost: Price): Stage => {
      const models = [{ model: 'm', upstreamModel: 'm', cost }];
      return new Stage(provider('p', 1, [{ id: 'a' }], { models }), provider('q', 1, [{ id: 'b' }], { models }));
    };
    const unsold = (): Affinity => ({ hash: 7, saves: (cost) => cost !== null && cost.cachedInput < cost.input });
    const firsts = (stage: Stage): Set<string | undefined> =>
      new Set(Array.from({ length: 20 }, () => order(stage, unsold())[0]));
    assert.equal(firsts(stageFor(price(2n))).size, 2);
    assert.equal(firsts(stageFor(price(1n))).size, 1);
  });

  test('compute no hash for a single route with one key', () => {
    const stage = new Stage(provider('p', 1, [{ id: 'a' }]), provider('q', 2, [{ id: 'b' }]));
    const never: Affinity = {
      get hash(): number {
        throw new Error('computed without a choice');
      },
      saves: () => true,
    };
    assert.deepEqual(order(stage, never), ['a', 'b']);
    assert.ok(stage.routing.take(stage.find('a'), never));
  });
});
