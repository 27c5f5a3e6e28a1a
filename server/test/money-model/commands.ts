import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ReachedLevel } from '@tollgate/contract/tenants/cap-levels';
import type { NoticeDraft } from '../../src/domain/books/call-record.ts';
import { closeUsageHours } from '../../src/books/close-usage-hours.ts';
import { closedRecord, openMark } from './gateway-process.ts';
import { admit, limitsOf } from './admission.ts';
import { command, keyOf, picked } from './command.ts';
import type { ModelCall, ModelCaps, ModelKey, MoneyModel } from './model.ts';
import { endSongs, songCommands } from './song-commands.ts';
import type { World } from './world.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Ends a call: posts `percent` of its reservation (at most all of it for a strict one), or voids it. */
async function settle(model: MoneyModel, world: World, call: ModelCall | undefined, percent: bigint): Promise<void> {
  if (call === undefined) return;
  const charge = (call.reserve * (call.key.strict && percent > 100n ? 100n : percent)) / 100n;
  const reached = await tellSettled(world, call, charge);
  model.settle(call, charge);
  assert.deepEqual(reached.map(textOf), call.notices);
  world.process.books.close(
    recordOf(world, call, charge),
    reached.map((level) => noticeOf(world, call, level)),
  );
}

async function tellSettled(world: World, call: ModelCall, posted: bigint): Promise<readonly ReachedLevel[]> {
  const reservation = world.process.reservations.get(call.id);
  assert.ok(reservation !== undefined);
  return world.process.coordination.settle({ reservation, posted, tokens: 0 });
}

function recordOf(world: World, call: ModelCall, charge: bigint) {
  const mark = openMark(call.id, world.accountId, call.key, {
    atMs: world.clock.nowMs(),
    day: call.day,
    hourStartMs: call.hourStartMs,
  });
  return closedRecord(mark, charge > 0n ? 200 : 503, charge);
}

function textOf({ window, level, arming }: ReachedLevel): string {
  return `${window} ${String(level)} ${String(arming)}`;
}

function noticeOf(world: World, call: ModelCall, { window, level, arming }: ReachedLevel): NoticeDraft {
  const { accountId, clock } = world;
  return {
    accountId,
    keyId: call.key.id,
    window,
    kind: `cap_${String(level) as '80' | '90' | '100'}`,
    arming,
    text: 'cap',
    atMs: clock.nowMs(),
  };
}

const capScopes = ['dayCap', 'monthCap'] as const;
type CapScope = (typeof capScopes)[number];

/** A settlement that is reported twice, with a different amount the second time: the first one counts, in memory and in the log. */
async function settleAgain(model: MoneyModel, world: World, pick: number): Promise<void> {
  const settled = [...model.calls.values()].filter(
    (call) => !call.isOpen && !call.isLost && world.process.reservations.has(call.id),
  );
  const call = picked(settled, pick);
  if (call === undefined) return;
  assert.deepEqual(await tellSettled(world, call, 999n), []);
  world.process.books.close(recordOf(world, call, 999n), []);
}

/** Caps of a key, or of its sub-account. */
interface CapChange extends Partial<Pick<ModelCaps, CapScope>> {
  readonly isOfTeam: boolean;
}

async function changeCap(model: MoneyModel, world: World, key: ModelKey, caps: CapChange): Promise<void> {
  const capped = caps.isOfTeam ? key.team : key;
  for (const scope of capScopes) {
    const [before, cap] = [capped[scope], caps[scope]];
    if (cap === undefined) continue;
    capped[scope] = cap;
    if (before !== null && (cap === null || cap > before)) capped.arming += 1;
  }
  await world.process.coordination.prepare(world.accountId, key.id, key.team.id);
  const reached = await world.process.coordination.reachedLevels(world.accountId, limitsOf(model, world, key));
  assert.deepEqual(reached.map(textOf), model.capsChanged(key, world.clock.nowMs()));
}

async function topUp(model: MoneyModel, world: World, amount: bigint): Promise<void> {
  const id = world.nextCreditId();
  assert.ok(await world.credit(amount, id));
  assert.ok(!(await world.credit(amount, id)), 'a payment credits once');
  model.credits += amount;
}

/** At rest, log, usage, notices and database figures must equal the model, to the last unit. */
export async function checkBooks(model: MoneyModel, world: World): Promise<void> {
  for (const call of model.openCalls()) await settle(model, world, call, 50n);
  await endSongs(model, world);
  await world.commit(model);
  const charges = await world.charges();
  const usage = new Map<string, bigint>();
  const notices = new Set<string>();
  for (const call of model.calls.values()) {
    assert.equal(charges.get(call.id), call.isLost ? undefined : call.charge, 'one row per call, with its charge');
    const hour = [call.key.id, call.hourStartMs, call.day].map(String).join(' ');
    if (call.charge > 0n) usage.set(hour, (usage.get(hour) ?? 0n) + call.charge);
    for (const notice of call.notices) notices.add(notice);
  }
  assert.deepEqual(new Map([...(await world.usage())].sort()), new Map([...usage].sort()));
  assert.deepEqual((await world.notices()).sort(), [...notices].sort());
  assert.equal(await world.committedUse(), model.used(world.accountId));
}

const pick = fc.nat({ max: 9 });
const money = fc.bigInt({ min: 0n, max: 25n });
const admission = fc.record({ pick, reserve: money }).map(({ pick, reserve }) =>
  command(`admit(key ${String(pick % 2)}, ${String(reserve)})`, async (model, world) => {
    await admit(model, world, { key: keyOf(world, pick), reserve, song: null });
  }),
);
const settlement = fc
  .record({ pick, percent: fc.constantFrom(0n, 30n, 100n, 100n, 180n) })
  .map(({ pick, percent }) =>
    command(`${percent === 0n ? 'void' : 'settle'}(${String(pick)}, ${String(percent)} %)`, (model, world) =>
      settle(model, world, picked(model.openCalls(), pick), percent),
    ),
  );
const capChange = fc
  .record({
    pick,
    scope: fc.constantFrom(...capScopes),
    isOfTeam: fc.boolean(),
    cap: fc.option(fc.bigInt({ min: 0n, max: 200n })),
  })
  .map(({ pick, scope, isOfTeam, cap }) =>
    command(`setCap(${isOfTeam ? 'team' : 'key'} ${String(pick % 2)}, ${scope}, ${String(cap)})`, (model, world) =>
      changeCap(model, world, keyOf(world, pick), { isOfTeam, [scope]: cap }),
    ),
  );
const credit = fc
  .bigInt({ min: -20n, max: 120n })
  .map((amount) => command(`topUp(${String(amount)})`, (model, world) => topUp(model, world, amount === 0n ? 1n : amount)));
const deletion = pick.map((pick) =>
  command(`deleteKey(${String(pick % 2)})`, (_model, world) => {
    // Rare, because little happens to money afterwards.
    if (pick > 7) keyOf(world, pick).deleted = true;
    return Promise.resolve();
  }),
);
const passing = fc.constantFrom(1, 30_000, 61_000, hourMs, 5 * hourMs, dayMs).map((ms) =>
  command(`advance(${String(ms)} ms)`, async (model, world) => {
    // First, because a commit that takes longer than a second counts as a storage outage.
    await world.commit(model);
    world.letPass(ms);
  }),
);
const jump = fc.constantFrom(-40 * dayMs, -dayMs, -hourMs, -1000, 1000, hourMs, dayMs, 40 * dayMs).map((ms) =>
  command(`jumpWall(${String(ms)} ms)`, (_model, world) => {
    world.clock.jumpWall(ms);
    return Promise.resolve();
  }),
);

/** Everything that happens to money, weighted to make faults likely. */
export const commandKinds: fc.Arbitrary<fc.AsyncCommand<MoneyModel, World>>[] = [
  ...Array.from({ length: 8 }, () => admission),
  ...Array.from({ length: 6 }, () => settlement),
  ...songCommands,
  pick.map((pick) => command(`settleAgain(${String(pick)})`, (model, world) => settleAgain(model, world, pick))),
  capChange,
  credit,
  deletion,
  passing,
  jump,
  fc.constant(command('commit', (model, world) => world.commit(model))),
  fc.constant(
    command('closeHours', async (model, world) => {
      await world.commit(model);
      // Uses the calendar's time instead of the clock's, because the calendar can still admit calls into hours it has not seen.
      const { hourStartMs } = world.process.calendar.now();
      model.windowsAt(world.clock.nowMs());
      await closeUsageHours(world.engine, { nowMs: hourStartMs, closeAfterMs: hourMs });
    }),
  ),
  fc
    .boolean()
    .map((duringCommit) =>
      command(duringCommit ? 'crash during a commit' : 'crash', (model, world) => world.crash(model, duringCommit)),
    ),
  fc.constant(
    command('restart', async (model, world) => {
      for (const call of model.openCalls()) await settle(model, world, call, 100n);
      await world.restart(model);
    }),
  ),
];
