/**
 * The table of promises: what the product promises to users and operators, and the tests that prove it. `npm run prove` runs these tests
 * with full counts and writes the results to docs/proofs.json; docs/proofs.md is generated from both.
 *
 * To add a promise:
 * 1. write the test. It takes its counts from `counts.ts` and its seed from `seed.ts`. It reports figures with `reportFigures(context,
 * 'F7', { … })` of `figures.ts`, or `notRun(…)` if this machine cannot run it;
 * 2. add a `Proof` to the list of its topic in `promises/`;
 * 3. run `npm run prove -- --only <name>`, which updates its entry in docs/proofs.json and then docs/proofs.md.
 *
 * Faults without a proof are in `fault-rows.ts` with the reason. Reinserted bug classes are the figures of row L5, one object each with the
 * columns of the page's table: `reportFigures(context, 'L5', { Bug: '…', 'Caught by': '…' })`.
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
