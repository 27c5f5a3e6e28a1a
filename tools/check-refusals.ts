// Runs after all tests, on the folder in which they stored the refusals of the control plane (`server/test/runner/watch-refusals.ts`).
// Names refusals that no test provokes and nothing explains, and outdated explanations. Refusals that only a race can provoke may be
// explained as well.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refusals } from '@tollgate/contract/refusals/all-refusals';
import { neverProvoked } from './never-provoked.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder that TOLLGATE_TEST_REFUSALS named to the tests.');
const told = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean));
const provoked = new Set(told.map((line) => (JSON.parse(line) as { readonly reason: string | null }).reason));
const reasons = Object.keys(refusals);
const faults = [
  ...reasons
    .filter((reason) => !provoked.has(reason) && !Object.hasOwn(neverProvoked, reason))
    .map((reason) => `No test provokes ${reason}: write one, or say in tools/never-provoked.ts why not.`),
  ...Object.keys(neverProvoked)
    .filter((reason) => !reasons.includes(reason))
    .map((reason) => `${reason} is no refusal any more: take it out of tools/never-provoked.ts.`),
];
const seen = reasons.filter((reason) => provoked.has(reason)).length;
console.log(faults.join('\n') || `${String(seen)} of ${String(reasons.length)} refusals provoked, the others explained`);
process.exitCode = faults.length === 0 ? 0 : 1;
