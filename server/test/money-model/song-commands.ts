import assert from 'node:assert/strict';
import fc from 'fast-check';
import { writeTerms } from '../../src/tasks/task-terms.ts';
import { admit } from './admission.ts';
import { command, keyOf, picked } from './command.ts';
import { deathsOfTasks } from './death.ts';
import type { ModelKey, MoneyModel } from './model.ts';
import { candidate, receptions, type Order, type Reception } from './song-maker.ts';
import { priceLabel, songPriceMax } from './task-side.ts';
import { watchSongs } from './watch-songs.ts';
import type { World } from './world.ts';

const deadlineMs = 30 * 60_000;
const lookMs = 5_000;
/** More than the longest pause between two polls of a runner. */
const looksUntilHeard = 4;
const request = {
  prompt: 'rain',
  durationSeconds: 60,
  tags: [],
  lyrics: null,
  instrumental: false,
  title: null,
  songs: 1,
  seed: null,
  outputFormat: 'mp3',
} as const;

interface WantedSong {
  readonly key: ModelKey;
  readonly reserve: bigint;
  readonly price: bigint;
  readonly reception: Reception;
}

async function orderSong(model: MoneyModel, world: World, { key, reserve, price, reception }: WantedSong): Promise<void> {
  const nowMs = world.clock.nowMs();
  const song = { price, deadlineMs: nowMs + deadlineMs, isCancelAsked: false };
  const more = { endpoint: 'music.generations', kind: 'music', model: 'songs', priceVersion: priceLabel(price) } as const;
  const admitted = await admit(model, world, { key, reserve, song, mark: more });
  if (admitted === null) return;
  const { call, mark } = admitted;
  const isAtOnce = reception === 'at once';
  world.maker.orders.set(call.id, { reception, state: isAtOnce ? 'made' : 'running', submissions: 0 });
  const expected = { songs: 1, millisecondsEach: 60_000 };
  const draft = {
    id: call.id,
    accountId: world.accountId,
    keyId: key.id,
    model: 'songs',
    request: '{}',
    openMark: JSON.stringify(mark),
    money: { amount: reserve, windows: [world.accountId, ...call.windows], strict: key.strict },
    terms: writeTerms({ mark, multiplierPpm: '1000000', expected, worstMillisecondsEach: 60_000 }),
    createdAtMs: nowMs,
    deadlineMs: song.deadlineMs,
  };
  try {
    await world.process.taskSide.runner.begin(draft, { candidates: [candidate], request });
  } catch (error) {
    if (world.process.isAlive) throw error;
  }
}

/** Polls songs more often than necessary. */
async function wait(model: MoneyModel, world: World): Promise<void> {
  await world.commit(model);
  for (let look = 0; look < looksUntilHeard; look += 1) {
    world.clock.advance(lookMs);
    await world.process.settleDown();
  }
}

/** Requests the cancellation of a song; during a poll if `isRace`. */
async function cancel(model: MoneyModel, world: World, pick: number, isRace: boolean): Promise<void> {
  const song = picked(model.openSongs(), pick);
  if (song === undefined) return;
  const { tasks, runner } = world.process.taskSide;
  if (isRace) {
    await world.commit(model);
    world.clock.advance(looksUntilHeard * lookMs);
  }
  try {
    if (await tasks.askCancel(song.key.id, song.id)) song.song.isCancelAsked = true;
    runner.nudge(song.id);
  } catch (error) {
    if (world.process.isAlive) throw error;
  }
}

/** At the end every song is made or given up. */
export async function endSongs(model: MoneyModel, world: World): Promise<void> {
  world.process.death.at = null;
  for (const order of world.maker.orders.values()) if (order.state !== 'failed') order.state = 'made';
  for (let round = 0; round < 6 && model.openSongs().length > 0; round += 1) {
    await wait(model, world);
    await watchSongs(model, world);
  }
  assert.deepEqual(model.openSongs(), [], 'every song ends');
  const tasks = await world.tasks();
  for (const call of model.calls.values()) {
    const state = tasks.get(call.id)?.state;
    if (call.song === null) assert.equal(state, undefined);
    else if (call.charge > 0n) assert.equal(state, 'completed');
    else if (state !== undefined) assert.ok(['completed', 'failed', 'cancelled', 'expired'].includes(state), state);
    assert.ok((world.maker.orders.get(call.id)?.submissions ?? 0) <= 1, 'nothing is submitted twice');
  }
}

const pick = fc.nat({ max: 9 });
const amount = (max: number): fc.Arbitrary<bigint> => fc.bigInt({ min: 0n, max: BigInt(max) });

const order = fc
  .record({ pick, reserve: amount(25), price: amount(songPriceMax), reception: fc.constantFrom(...receptions, 'taken', 'taken') })
  .map(({ pick, ...wanted }) =>
    command(
      `orderSong(key ${String(pick % 2)}, ${String(wanted.reserve)}, costs ${String(wanted.price)}, ${wanted.reception})`,
      (model, world) => orderSong(model, world, { key: keyOf(world, pick), ...wanted }),
    ),
  );

const making = fc
  .record({ pick, state: fc.constantFrom<Order['state']>('made', 'made', 'made', 'failed', 'silent', 'running') })
  .map(({ pick, state }) =>
    command(`maker(${String(pick)}, ${state})`, (model, world) => {
      const song = picked(model.openSongs(), pick);
      const made = song === undefined ? undefined : world.maker.orders.get(song.id);
      // A song that is made or failed keeps its state.
      if (made !== undefined && made.state !== 'made' && made.state !== 'failed') made.state = state;
      return Promise.resolve();
    }),
  );

const cancelling = fc
  .record({ pick, isRace: fc.boolean() })
  .map(({ pick, isRace }) =>
    command(`cancelSong(${String(pick)}${isRace ? ', in the midst of a look' : ''})`, (model, world) =>
      cancel(model, world, pick, isRace),
    ),
  );

const death = fc.constantFrom(...deathsOfTasks).map((step) =>
  command(`die ${step}`, (_model, world) => {
    world.process.death.at = step;
    return Promise.resolve();
  }),
);

/** All events of songs. */
export const songCommands = [
  ...Array.from({ length: 4 }, () => order),
  ...Array.from({ length: 3 }, () => making),
  ...Array.from({ length: 3 }, () => fc.constant(command('wait', wait))),
  cancelling,
  cancelling,
  death,
  death,
];
