import assert from 'node:assert/strict';
import type fc from 'fast-check';
import type { ModelKey, MoneyModel } from './model.ts';
import { watchSongs } from './watch-songs.ts';
import type { World } from './world.ts';

type Step = (model: MoneyModel, world: World) => Promise<void>;

/** A step with its description; checks every invariant directly after it. */
class Command implements fc.AsyncCommand<MoneyModel, World> {
  readonly #description: string;
  readonly #step: Step;

  constructor(description: string, step: Step) {
    this.#description = description;
    this.#step = step;
  }

  check(): boolean {
    return true;
  }

  async run(model: MoneyModel, world: World): Promise<void> {
    await this.#step(model, world);
    await watchSongs(model, world);
    await checkInvariants(model, world);
  }

  toString(): string {
    return this.#description;
  }
}

/** After every step, the spent and reserved amounts must match the calls, in every window so far. */
async function checkInvariants(model: MoneyModel, world: World): Promise<void> {
  const { coordination } = world.process;
  for (const key of world.keys) {
    const windows = new Set([world.accountId]);
    for (const call of model.calls.values()) if (call.key === key) for (const window of call.windows) windows.add(window);
    const figures = await coordination.figures(world.accountId, key.id, [...windows]);
    for (const [index, window] of [...windows].entries()) {
      assert.deepEqual(figures[index], { used: model.used(window), held: model.held(window) }, window);
    }
  }
  assert.equal(await coordination.running(world.accountId), model.open().length);
}

export function command(description: string, step: Step): fc.AsyncCommand<MoneyModel, World> {
  return new Command(description, step);
}

export function picked<Item>(items: readonly Item[], pick: number): Item | undefined {
  return items[pick % Math.max(1, items.length)];
}

export function keyOf(world: World, pick: number): ModelKey {
  const key = picked(world.keys, pick);
  assert.ok(key !== undefined);
  return key;
}
