import assert from 'node:assert/strict';
import { brokenConnectionDefaults as rules } from '@tollgate/contract/tenants/broken-connections';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { nanoPerCny } from '@tollgate/contract/money';
import { count } from '../../../test/proofs/counts.ts';
import { testSeed } from '../../../test/proofs/seed.ts';
import type { StoredCharge, Taking } from './account-takings.ts';
import { createBrokenConnections, type BrokenConnections, type EndedCall, type TakingsStore } from './broken-connections.ts';
import { hourOf } from './rolling-sum.ts';

const hourMs = 3_600_000;
const startMs = Date.UTC(2026, 10, 22, 4);
const cny = (amount: number): bigint => (BigInt(Math.round(amount * 1_000_000)) * nanoPerCny) / 1_000_000n;

interface Ended {
  readonly callId: string;
  readonly keyId: string;
  readonly atMs: number;
  readonly taken: bigint;
  readonly leftEarly: boolean;
  readonly charged: bigint;
}

/** The log and the usage figures of one account, as stored in the database. */
class Log implements TakingsStore {
  readonly calls: Ended[] = [];
  reads = 0;

  takings(_accountId: string, sinceMs: number, except: readonly string[]): Promise<readonly Taking[]> {
    this.reads += 1;
    const found = this.calls.filter(({ taken, atMs, callId }) => taken > 0n && atMs >= sinceMs && !except.includes(callId));
    return Promise.resolve(
      found.map(({ keyId, atMs, taken, leftEarly }) => ({
        keyId,
        hour: hourOf(atMs),
        kind: leftEarly ? 'left_early' : 'taken',
        amount: taken,
      })),
    );
  }

  charges(_accountId: string, since: { readonly dayMs: number; readonly monthMs: number }): Promise<readonly StoredCharge[]> {
    const of = (sinceMs: number): Ended[] => this.calls.filter(({ charged, atMs }) => charged > 0n && atMs >= sinceMs);
    return Promise.resolve([
      ...of(since.monthMs).map(({ atMs, charged }) => ({ keyId: null, hour: hourOf(atMs), amount: charged })),
      ...of(since.dayMs).map(({ keyId, atMs, charged }) => ({ keyId, hour: hourOf(atMs), amount: charged })),
    ]);
  }
}

/** One account and the processes that serve it, with one log. */
class World {
  readonly log = new Log();
  readonly nodes: BrokenConnections[];
  atMs = startMs;
  #calls = 0;

  constructor(nodes = 1) {
    this.nodes = Array.from({ length: nodes }, () => createBrokenConnections({ store: this.log, nodes: () => nodes }));
  }

  caller(keyId = 'key_a') {
    return { accountId: 'acc_a', keyId, rules };
  }

  verdict(keyId = 'key_a', node = 0) {
    return this.nodes[node]?.judge(this.caller(keyId), this.atMs);
  }

  /** One call from admission to its end. */
  async end(what: Partial<EndedCall>, node = 0): Promise<readonly string[]> {
    const of = this.nodes[node];
    this.#calls += 1;
    const ended: EndedCall = {
      ...this.caller(),
      callId: `call-${String(this.#calls)}`,
      atMs: this.atMs,
      reserved: 0n,
      taken: 0n,
      leftEarly: false,
      charged: 0n,
      ...what,
    };
    const passed = (await of?.ended(ended)) ?? [];
    this.log.calls.push(ended);
    return passed;
  }

  /** The amount read and not paid for in the last hours. */
  taken(hours: number): bigint {
    const recent = this.log.calls.filter(({ atMs, leftEarly }) => !leftEarly && atMs > this.atMs - hours * hourMs);
    return recent.reduce((sum, { taken }) => sum + taken, 0n);
  }

  /** What the rules allow in addition to the charges of the last hours. */
  bound(hours: number, percent: bigint): bigint {
    const recent = this.log.calls.filter(({ atMs }) => atMs > this.atMs - hours * hourMs);
    const share = (recent.reduce((sum, { charged }) => sum + charged, 0n) * percent) / 100n;
    return share > rules.accountAmount ? share : rules.accountAmount;
  }

  restart(): void {
    this.nodes[0] = createBrokenConnections({ store: this.log, nodes: () => 1 });
  }

  pass(hours: number): void {
    this.atMs += hours * hourMs;
  }
}

async function expectAllowed(world: World, keyId = 'key_a', slowed = false): Promise<bigint> {
  const verdict = await world.verdict(keyId);
  assert.ok(verdict?.allowed, 'is not refused');
  assert.equal(verdict.slowed, slowed);
  return verdict.heldMax;
}

async function expectRefused(world: World): Promise<number> {
  const verdict = await world.verdict();
  assert.ok(verdict && !verdict.allowed, 'is refused');
  return verdict.untilMs;
}

describe('broken connections are bounded by money', () => {
  test('a person who presses Stop now and then never meets the second step, however often', async () => {
    const world = new World();
    for (let day = 0; day < 40; day += 1) {
      for (let call = 0; call < 20; call += 1) await world.end({ charged: cny(0.05) });
      for (let stop = 0; stop < 6; stop += 1) await world.end({ taken: cny(0.05) });
      assert.ok((await world.verdict())?.allowed);
      world.pass(24);
    }
  });

  test('a key is slowed above 1 CNY or 20 % of what it was charged, and other keys of the account are not', async () => {
    const world = new World();
    await expectAllowed(world);
    await world.end({ taken: cny(1) });
    await expectAllowed(world);
    assert.deepEqual(await world.end({ taken: 1n }), ['key']);
    await expectAllowed(world, 'key_a', true);
    await expectAllowed(world, 'key_b');
    await world.end({ charged: cny(5.1) });
    await expectAllowed(world);
    await world.end({ taken: cny(0.1) });
    await expectAllowed(world, 'key_a', true);
    world.pass(26);
    await expectAllowed(world);
  });

  test('an account is refused above 10 CNY or 30 % of its charges, until the announced time', async () => {
    const world = new World();
    await expectAllowed(world);
    for (let call = 0; call < 9; call += 1) await world.end({ taken: cny(1), keyId: `key_${String(call)}` });
    world.pass(2);
    assert.deepEqual(await world.end({ taken: cny(1) + 1n, keyId: 'key_x' }), ['key', 'account']);
    const untilMs = await expectRefused(world);
    world.atMs = untilMs - 1;
    await expectRefused(world);
    world.atMs = untilMs;
    // For an account that was never charged, 30 days at 10 % are the tighter limit.
    assert.ok(untilMs - startMs > 29 * 24 * hourMs, 'a month, because nothing was charged');
    await expectAllowed(world);
  });

  test('what was charged raises the bounds: 30 % in a day, 10 % in 30 days', async () => {
    const world = new World();
    await world.end({ charged: cny(100) });
    await expectAllowed(world);
    await world.end({ taken: cny(10.000001), keyId: 'key_x' });
    const first = await expectRefused(world);
    assert.ok(first - startMs > 29 * 24 * hourMs);
    await world.end({ charged: cny(200) });
    assert.equal(await expectAllowed(world), cny(30 - 10.000001), '10 % of 300 CNY in the month');
    await world.end({ charged: cny(2000) });
    await world.end({ taken: cny(219), keyId: 'key_x' });
    await expectAllowed(world);
    await world.end({ taken: cny(1), keyId: 'key_x' });
    await expectRefused(world);
  });

  test('calls left before the first byte count apart, under a bound three times as high', async () => {
    const world = new World();
    await world.end({ taken: cny(20), leftEarly: true, keyId: 'key_x' });
    assert.equal(await expectAllowed(world), cny(10), 'what may be taken is untouched');
    await world.end({ taken: cny(7), leftEarly: true, keyId: 'key_x' });
    assert.equal(await expectAllowed(world), cny(3), 'calls in flight may all be left early');
    await world.end({ taken: cny(3), leftEarly: true, keyId: 'key_x' });
    assert.equal(await expectAllowed(world), 0n);
    await expectAllowed(world, 'key_x', true);
    await world.end({ taken: 1n, leftEarly: true, keyId: 'key_x' });
    await expectRefused(world);
  });

  test('calls in flight of a key count against it once it has taken something', async () => {
    const world = new World();
    world.nodes[0]?.begun('key_a', cny(5));
    await expectAllowed(world);
    await world.end({ taken: 1n });
    await expectAllowed(world, 'key_a', true);
    await world.end({ reserved: cny(5), charged: cny(1) });
    await expectAllowed(world);
  });

  test('a restart forgets nothing', async () => {
    const world = new World();
    for (let call = 0; call < 150; call += 1) await world.end({ charged: cny(1) });
    await world.end({ taken: cny(9), keyId: 'key_x' });
    assert.equal(await expectAllowed(world), cny(15 - 9), '10 % of 150 CNY in the month');
    world.restart();
    await world.end({ taken: cny(2), keyId: 'key_y' });
    assert.equal(await expectAllowed(world), cny(15 - 11));
    await world.end({ taken: cny(5), keyId: 'key_z' });
    await expectRefused(world);
    world.restart();
    await expectRefused(world);
  });

  test('an exemption up to a sum is in the rules, and is spent like any other', async () => {
    const world = new World();
    const exempt = { ...world.caller(), rules: { ...rules, keyAmount: cny(100), accountAmount: cny(100) } };
    await world.end({ taken: cny(99) });
    const verdict = await world.nodes[0]?.judge(exempt, world.atMs);
    assert.deepEqual(verdict, { allowed: true, slowed: false, heldMax: cny(1) });
    await world.end({ taken: cny(2) });
    assert.equal((await world.nodes[0]?.judge(exempt, world.atMs))?.allowed, false);
  });

  test('the same event is never counted twice, whenever the database is read', async () => {
    const world = new World();
    await expectAllowed(world);
    const ending = Array.from({ length: 20 }, () => world.end({ taken: cny(0.4), keyId: 'key_x' }));
    const reading = Array.from({ length: 20 }, () => world.nodes[0]?.refresh('acc_a', world.atMs));
    await Promise.all([...ending, ...reading]);
    const { takenDay } = (await world.nodes[0]?.figures(world.caller(), world.atMs)) ?? {};
    assert.equal(takenDay, cny(8));
  });

  test('of what other nodes may have used a node gives its part, until it has looked', async () => {
    const world = new World(2);
    assert.equal(await expectAllowed(world), cny(10));
    world.atMs += 1_000;
    assert.equal(await expectAllowed(world), cny(5));
    await world.end({ keyId: 'key_b', taken: cny(4) }, 1);
    assert.equal(await world.nodes[0]?.refresh('acc_a', world.atMs), true);
    assert.equal(await expectAllowed(world), cny(6));
    assert.equal(await world.nodes[0]?.refresh('acc_a', world.atMs), false, 'nothing newer can be known');
  });

  test('calls in flight at many nodes, broken off in turns, take at most as often the bound as there are nodes', async () => {
    const step = fc.record({
      kind: fc.constantFrom('begin', 'begin', 'begin', 'begin', 'leave', 'wait'),
      amount: fc.integer({ min: 1, max: 9_000_000 }),
      node: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 120 }), async (nodes, steps) => {
        const world = new World(nodes);
        const held: bigint[] = [];
        const sum = (): bigint => held.reduce((all, each) => all + each, 0n);
        const fits = async (worth: bigint, node: number): Promise<boolean> => {
          const verdict = await world.verdict('key_a', node);
          return verdict?.allowed === true && (held.length === 0 || sum() + worth <= verdict.heldMax);
        };
        let largest = 0n;
        for (const { kind, amount, node } of steps) {
          const worth = BigInt(amount) * 1000n;
          if (kind === 'wait') world.atMs += amount / 1000;
          else if (kind === 'begin') {
            const at = node % nodes;
            const allowed =
              (await fits(worth, at)) || ((await world.nodes[at]?.refresh('acc_a', world.atMs)) && (await fits(worth, at)));
            if (allowed !== true) continue;
            held.push(worth);
            if (worth > largest) largest = worth;
          } else for (const taken of held.splice(0)) await world.end({ taken }, node % nodes);
          assert.ok(world.taken(720) + sum() <= BigInt(nodes) * (rules.accountAmount + largest), 'in all');
        }
      }),
      { numRuns: count('runs'), seed: testSeed },
    );
  });

  test('what is taken never passes the bound by more than the last call of each process, nor twice the bound on many', async () => {
    const most = 3_000_000;
    const step = fc.record({
      kind: fc.constantFrom('take', 'take', 'take', 'pay', 'early', 'wait', 'restart'),
      amount: fc.integer({ min: 1, max: most }),
      node: fc.nat(),
      key: fc.nat({ max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.array(step, { maxLength: 80 }), async (nodes, steps) => {
        const world = new World(nodes);
        for (const { kind, amount, node, key } of steps) {
          const worth = BigInt(amount) * 1000n;
          const what = { keyId: `key_${String(key)}` };
          if (kind === 'wait') world.pass(amount % 30);
          else if (kind === 'restart' && nodes === 1) world.restart();
          else if (kind === 'pay') await world.end({ ...what, charged: worth }, node % nodes);
          else if ((await world.verdict(what.keyId, node % nodes))?.allowed === true) {
            await world.end({ ...what, taken: worth, leftEarly: kind === 'early' }, node % nodes);
            assert.ok(
              world.taken(24) <= world.bound(25, 30n) * (nodes === 1 ? 1n : 2n) + BigInt(nodes * most) * 1000n,
              'in a day',
            );
            assert.ok(
              world.taken(720) <= world.bound(721, 10n) * (nodes === 1 ? 1n : 2n) + BigInt(nodes * most) * 1000n,
              'in 30 days',
            );
          }
        }
      }),
      { numRuns: count('runs'), seed: testSeed },
    );
  });
});
