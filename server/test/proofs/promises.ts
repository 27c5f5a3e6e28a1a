/**
 * The table of promises: what the product promises to users and operators, and which tests hold it. `npm run prove` runs
 * these tests with their full counts and writes what came out to docs/proofs.json; docs/proofs.md is made of both.
 *
 * To add a promise:
 * 1. write the test; let it take its counts from `counts.ts`, its seed from `seed.ts` and hand over its figures with
 *    `reportFigures(context, 'F7', { … })` of `figures.ts`, or `notRun(…)` where this machine cannot try it;
 * 2. add a `Proof` to the list of its topic in `promises/`;
 * 3. `npm run prove -- --only <name>`, which updates that entry of docs/proofs.json and then docs/proofs.md.
 *
 * A fault without a proof is in `fault-rows.ts` with the reason. Bug classes re-inserted on purpose are the figures of row
 * L5, one object for each with the columns of the page's table: `reportFigures(context, 'L5', { Bug: '…', 'Caught by': '…' })`.
 */
import type { Proof } from './proof.ts';
import { bugPromises } from './promises/bugs.ts';
import { databasePromises } from './promises/database.ts';
import { fleetPromises } from './promises/fleet.ts';
import { hostileClientPromises } from './promises/hostile-clients.ts';
import { inputPromises } from './promises/input.ts';
import { lyingUpstreamPromises } from './promises/lying-upstreams.ts';
import { moneyPromises } from './promises/money.ts';
import { networkPromises } from './promises/network.ts';
import { processPromises } from './promises/process.ts';
import { sizePromises } from './promises/size.ts';
import { storagePromises } from './promises/storage.ts';
import { timePromises } from './promises/time.ts';

export const proofs: readonly Proof[] = [
  ...moneyPromises,
  ...processPromises,
  ...storagePromises,
  ...databasePromises,
  ...fleetPromises,
  ...networkPromises,
  ...lyingUpstreamPromises,
  ...timePromises,
  ...inputPromises,
  ...hostileClientPromises,
  ...sizePromises,
  ...bugPromises,
];
