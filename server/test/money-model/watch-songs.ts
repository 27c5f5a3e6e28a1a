import assert from 'node:assert/strict';
import { hasEnded, type TaskState } from '../../src/domain/tasks/task.ts';
import type { ModelCall, MoneyModel, SongTask } from './model.ts';
import type { Order } from './song-maker.ts';
import type { World } from './world.ts';

/** How songs ended, in all runs. */
export const endsSeen = new Map<string, number>();

function see(end: string): void {
  endsSeen.set(end, (endsSeen.get(end) ?? 0) + 1);
}

type Song = ModelCall & { readonly song: SongTask };

/** Compares the end of one song in log and task with the possible ends. */
function checkEnd(
  { key, reserve, song }: Song,
  state: TaskState,
  { order, charge, nowMs }: { readonly order: Order | undefined; readonly charge: bigint; readonly nowMs: number },
): void {
  const worth = key.strict && song.price > reserve ? reserve : song.price;
  assert.equal(charge, state === 'completed' ? worth : 0n, state);
  assert.ok((order?.submissions ?? 0) <= 1, 'submitted once');
  if (state === 'completed') assert.ok(order?.state === 'made' && order.submissions === 1, 'only what is made is sold');
  if (state === 'cancelled') assert.ok(song.isCancelAsked);
  if (state === 'expired') assert.ok(nowMs >= song.deadlineMs);
}

/** The model learns which songs have ended from log and tasks; both must agree and be possible. */
async function hearOfEnds(model: MoneyModel, world: World): Promise<void> {
  const songs = model.openSongs();
  if (songs.length === 0) return;
  const [tasks, charges] = [await world.tasks(), await world.charges()];
  const nowMs = world.clock.nowMs();
  for (const call of songs) {
    const [task, charge] = [tasks.get(call.id), charges.get(call.id)];
    const order = world.maker.orders.get(call.id);
    if (task === undefined) {
      // Its process died before it was recorded.
      assert.equal(order?.submissions ?? 0, 0, 'nothing is submitted that is not written down');
      assert.ok(charge === undefined || charge === 0n);
      model.settle(call, 0n);
      call.isLost = charge === undefined;
      see('never begun');
    } else if (hasEnded(task.state as TaskState)) {
      assert.ok(charge !== undefined, 'a task that has ended has its row');
      checkEnd(call, task.state as TaskState, { order, charge, nowMs });
      see(task.state);
      model.settle(call, charge);
    } else {
      assert.equal(charge, undefined, 'a song that has its row has ended');
      continue;
    }
    call.isDurable = true;
  }
}

/** Between two steps nothing is unfinished, unless the process has died; then the next one starts. */
export async function watchSongs(model: MoneyModel, world: World): Promise<void> {
  for (;;) {
    await world.process.settleDown();
    if (world.process.isAlive) break;
    await world.crash(model, false);
  }
  await hearOfEnds(model, world);
}

/** Amounts booked by a process before it died count as used, whatever it had reported. Its alerts can be lost. */
export async function bookedBeforeDeath(model: MoneyModel, world: World): Promise<void> {
  const songs = model.openSongs();
  if (songs.length === 0) return;
  const [charges, told] = [await world.charges(), new Set(await world.notices())];
  for (const call of songs) {
    const charge = charges.get(call.id);
    if (charge === undefined) continue;
    checkEnd(call, charge > 0n ? 'completed' : 'failed', {
      order: world.maker.orders.get(call.id),
      charge: charge > 0n ? charge : 0n,
      nowMs: world.clock.nowMs(),
    });
    see('booked before death');
    model.settle(call, charge);
    call.notices = call.notices.filter((notice) => told.has(notice));
    call.isDurable = true;
  }
}
