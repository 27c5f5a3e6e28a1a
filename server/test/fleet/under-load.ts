import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { reportFigures } from '../proofs/figures.ts';
import type { FleetFigures, LoadedFleet } from './loaded-fleet.ts';

/** Runs a fault under load; restarts nodes that died before the calls are checked. */
export async function underLoad(
  context: TestContext,
  row: string,
  fleet: LoadedFleet,
  fault: () => Promise<void>,
): Promise<FleetFigures> {
  await fleet.load();
  await fault();
  await fleet.stopLoad();
  for (const node of [0, 1] as const) if (fleet.nodes[node].hasEnded) await fleet.startAgain(node);
  const figures = await fleet.check();
  reportFigures(context, row, {
    fault: context.name,
    calls: figures.calls,
    charged: figures.charged,
    'told to come again, or cut': figures.failed,
    'they were told': figures.toldWhy,
    'delivered but not charged': figures.deliveredUncharged,
    'of these recorded as uncollected': figures.toldUncollected,
    'charged but not delivered': 0,
    'charged twice': 0,
    'left set aside': 0,
    'audit difference, nano': 0,
  });
  return figures;
}

/** The first node loses the servers too briefly to be declared dead; then `calls` more are made on each node. */
export async function cutForAMoment(fleet: LoadedFleet, deadAfterMs: number, calls: number): Promise<void> {
  fleet.cut(true);
  await pause(deadAfterMs / 4);
  fleet.cut(false);
  await fleet.more(calls);
}
