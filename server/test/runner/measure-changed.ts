// How much of what the whole suite notices `npm run test:changed` notices, and at what share of its time: small bugs that a rule makes
// are changes, drawn by the seed. `node server/test/runner/measure-changed.ts [how many] [--select-only]`, after `npm run test:record`.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { explained } from '../mutants/generated/explained.ts';
import { mutantsOf, type GeneratedMutant } from '../mutants/generated/generate.ts';
import { firstToNotice } from '../mutants/generated/run-mutant.ts';
import type { Target } from '../mutants/generated/target.ts';
import { targets } from '../mutants/generated/targets.ts';
import { seededRandom } from '../proofs/seed.ts';
import { differenceOf } from './changes.ts';
import { root } from './imports-of.ts';
import { reachedTests, readRecords } from './reached-tests.ts';
import { cpuSecondsOf, readHistory } from './test-history.ts';
import { allTests } from './test-tiers.ts';
import { withinBudget } from './within-budget.ts';

interface Drawn {
  readonly made: GeneratedMutant;
  readonly target: Target;
}

const isExplained = ({ file, change }: GeneratedMutant): boolean =>
  explained.some((known) => known.file === file && known.change === change);

/** Mutants of all targets that some test notices, in an order that the seed alone decides. */
function draw(most: number): readonly Drawn[] {
  const random = seededRandom();
  const all = Object.values(targets).flatMap((target) =>
    target.files.flatMap((file) => mutantsOf(new URL(`file://${root}`), file).map((made) => ({ made, target }))),
  );
  const lots = all.filter(({ made }) => !isExplained(made)).map((drawn) => ({ drawn, lot: random() }));
  return lots
    .toSorted((one, other) => one.lot - other.lot)
    .slice(0, most)
    .map(({ drawn }) => drawn);
}

const tests = allTests();
const records = readRecords(tests);
const modules = globSync('{contract,server,console,tools,bench}/**/*.{ts,tsx,mjs}', { cwd: root, exclude: ['**/node_modules'] });
const costs = cpuSecondsOf(records, readHistory());

/** The first of some files that notices. */
async function noticing({ made, target }: Drawn, files: readonly string[]): Promise<string | null> {
  for (const file of files) if ((await firstToNotice({ ...target, rounds: [[file]] }, made.mutant)) !== null) return file;
  return null;
}

/** Of files that no round of the mutants names, so many are tried. */
const furtherMax = 12;

async function measure(drawn: Drawn, isRun: boolean): Promise<{ share: number; noticed: string | null; isNoticed: boolean }> {
  const { made, target } = drawn;
  const [edit] = made.mutant.edits;
  const before = readFileSync(join(root, made.file), 'utf8');
  const ranges = [differenceOf(before, edit?.replace ?? '')];
  const reached = reachedTests([{ path: made.file, before, ranges }], { tests, records, modules });
  const { files, cpuSeconds, allCpuSeconds } = withinBudget(reached, tests, costs);
  const share = cpuSeconds / allCpuSeconds;
  const rounds = target.rounds.flat();
  const near = rounds.filter((file) => files.includes(file));
  if (!isRun) return { share, noticed: near[0] ?? null, isNoticed: true };
  const further = files.filter((file) => !rounds.includes(file)).slice(0, furtherMax);
  const noticed = await noticing(drawn, [...near, ...further]);
  if (noticed !== null) return { share, noticed, isNoticed: true };
  const elsewhere = rounds.filter((file) => !files.includes(file));
  return { share, noticed: null, isNoticed: (await noticing(drawn, elsewhere)) !== null };
}

const [most = '60'] = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const isRun = !process.argv.includes('--select-only');
const shares: number[] = [];
let [noticed, noticedByAll] = [0, 0];
for (const drawn of draw(Number(most))) {
  const result = await measure(drawn, isRun);
  shares.push(result.share);
  if (result.isNoticed) noticedByAll += 1;
  if (result.noticed !== null) noticed += 1;
  process.stdout.write(
    `${(100 * result.share).toFixed(1).padStart(5)} %  ${result.noticed ?? (result.isNoticed ? 'MISSED' : 'noticed by none')}  ${drawn.made.mutant.name.slice(0, 120)}\n`,
  );
}
const median = shares.toSorted((one, other) => one - other)[Math.floor(shares.length / 2)] ?? 0;
process.stdout.write(
  `${String(records.length)} of ${String(tests.length)} test files recorded; of ${String(noticedByAll)} mutants that all tests notice ` +
    `the chosen ones notice ${String(noticed)}, in the median at ${(100 * median).toFixed(1)} % of the processor time\n`,
);
