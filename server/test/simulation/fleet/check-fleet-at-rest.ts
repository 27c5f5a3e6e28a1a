import { momentIn } from '../../../src/domain/limits/calendar.ts';
import type { AdmitRequest, MoneyLimit } from '../../../src/domain/limits/coordination.ts';
import { dayWindow, monthWindow } from '../../../src/domain/limits/window.ts';
import type { FleetNode } from './fleet-node.ts';
import { zone, type FleetStage } from './fleet-stage.ts';
import type { FleetWitness } from './fleet-witness.ts';
import type { StoredKey } from './shared-database.ts';

/** Checks that every node and the books know the true figures of every window, and that every account with money is served. */
export async function checkFleetAtRest(stage: FleetStage, witness: FleetWitness, nodes: readonly FleetNode[]): Promise<void> {
  if (witness.open > 0) stage.report(`${String(witness.open)} calls are open at rest`);
  for (const node of nodes) {
    for (const key of stage.database.keys) {
      await checkFigures(stage, witness, node, key);
      await checkSlots(stage, node, key);
    }
  }
  for (const node of nodes) for (const key of stage.database.keys) await checkService(stage, witness, node, key);
}

async function checkFigures(stage: FleetStage, witness: FleetWitness, node: FleetNode, key: StoredKey): Promise<void> {
  const { accountId, keyId } = key;
  const { day, month } = momentIn(stage.clock.nowMs(), zone);
  const names = [accountId, dayWindow(keyId, day), monthWindow(keyId, month)];
  const figures = await stage.until(node.coordination.figures(accountId, keyId, names), 'figures');
  for (const [at, name] of names.entries()) {
    const [delivered, booked] = [witness.used(name), stage.database.posted(name, [])];
    const { used, held } = figures[at] ?? { used: null, held: null };
    if (used === delivered && held === 0n && booked === delivered) continue;
    const told = `${node.surroundings.incarnation} says ${String(used)} and ${String(held)} held of ${name}`;
    stage.report(`at rest ${told}; ${String(delivered)} were delivered, ${String(booked)} are booked`);
  }
}

async function checkSlots(stage: FleetStage, node: FleetNode, { accountId }: StoredKey): Promise<void> {
  const running = await stage.until(Promise.resolve(node.coordination.running(accountId)), 'slots');
  if (running !== 0) stage.report(`${String(running)} slots of ${accountId} are taken at rest`);
}

async function checkService(stage: FleetStage, witness: FleetWitness, node: FleetNode, { keyId }: StoredKey): Promise<void> {
  const { incarnation } = node.surroundings;
  const where = `a call of ${keyId} at ${incarnation} at rest`;
  if (!node.accepts) stage.report(`${where} is not taken: ${String(node.fleet.unfit)}`);
  let money: readonly MoneyLimit[] = [];
  const asked = (request: AdmitRequest): void => {
    money = request.money;
  };
  const admission = await stage.until(node.admit({ callId: `${incarnation} ${keyId}`, keyId, reserve: 1n }, asked), where);
  if (admission.admitted) await stage.until(node.settle(admission.reservation, 0n), 'a settlement');
  const isSpent = money.some(({ window, limit }) => limit !== null && witness.used(window) >= limit);
  const outcome = admission.admitted ? 'admitted' : `refused (${admission.refusal.reason})`;
  if (admission.admitted === isSpent) stage.report(`${where} is ${outcome}, and money is ${isSpent ? '' : 'not '}spent`);
}
