// Measures which share of the suite's findings `npm run test:changed` has, and at which share of its time. The changes are small generated
// bugs, drawn by the seed. `node server/test/runner/measure-changed.ts [how many] [--known]`, after `npm run test:record`. With `--known`
// the changes are the bugs of other gateways, and nothing is run, because their entries name the tests that notice.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allMutants } from '../mutants/all-mutants.ts';
import { edited, type Mutant } from '../mutants/mutant.ts';
import { explained } from '../mutants/generated/explained.ts';
import { mutantsOf, type GeneratedMutant } from '../mutants/generated/generate.ts';
import { firstToNotice } from '../mutants/generated/run-mutant.ts';
import type { Target } from '../mutants/generated/target.ts';
import { targets } from '../mutants/generated/targets.ts';
import { seededRandom } from '../proofs/seed.ts';
import { differenceOf, type Change } from './changes.ts';
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

/** Mutants of all targets that some test notices, in an order that depends only on the seed. */
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

/** The first of some files that notices the mutant. */
async function noticing({ made, target }: Drawn, files: readonly string[]): Promise<string | null> {
  for (const file of files) if ((await firstToNotice({ ...target, rounds: [[file]] }, made.mutant)) !== null) return file;
  return null;
}

/** Maximum number of files to try that no round of the mutants names. */
const furtherMax = 12;

/** What `npm run test:changed` would run for a bug. */
function chosenFor({ name, edits }: Pick<Mutant, 'name' | 'edits'>): {
  readonly files: readonly string[];
  readonly share: number;
} {
  const changes = edits.map((edit): Change => {
    const before = readFileSync(join(root, edit.file), 'utf8');
    return { path: edit.file, before, ranges: [differenceOf(before, edited(before, name, [edit]))] };
  });
  const { files, cpuSeconds, allCpuSeconds } = withinBudget(reachedTests(changes, { tests, records, modules }), tests, costs);
  return { files, share: cpuSeconds / allCpuSeconds };
}

interface Measured {
  readonly share: number;
  /** The chosen file that notices. */
  readonly noticed: string | null;
  /** Whether any file notices. */
  readonly isNoticed: boolean;
}

function measureKnown({ name, edits, caughtBy }: Mutant): Measured {
  const { files, share } = chosenFor({ name, edits });
  return { share, noticed: caughtBy.find(({ file }) => files.includes(file))?.file ?? null, isNoticed: true };
}

async function measure(drawn: Drawn): Promise<Measured> {
  const { made, target } = drawn;
  const { files, share } = chosenFor(made.mutant);
  const rounds = target.rounds.flat();
  const near = rounds.filter((file) => files.includes(file));
  const further = files.filter((file) => !rounds.includes(file)).slice(0, furtherMax);
  const noticed = await noticing(drawn, [...near, ...further]);
  if (noticed !== null) return { share, noticed, isNoticed: true };
  const elsewhere = rounds.filter((file) => !files.includes(file));
  return { share, noticed: null, isNoticed: (await noticing(drawn, elsewhere)) !== null };
}

const [most = '60'] = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const measured: Measured[] = [];

function tell(name: string, result: Measured): void {
  measured.push(result);
  const share = `${(100 * result.share).toFixed(1).padStart(5)} %`;
  const by = result.noticed ?? (result.isNoticed ? 'MISSED' : 'noticed by none');
  process.stdout.write(`${share}  ${by}  ${name.slice(0, 120)}\n`);
}

if (process.argv.includes('--known')) for (const mutant of allMutants) tell(mutant.name, measureKnown(mutant));
else for (const drawn of draw(Number(most))) tell(drawn.made.mutant.name, await measure(drawn));

const shares = measured.map(({ share }) => share).toSorted((one, other) => one - other);
const median = shares[Math.floor(shares.length / 2)] ?? 0;
const noticedByAll = measured.filter(({ isNoticed }) => isNoticed).length;
const noticed = measured.filter((result) => result.noticed !== null).length;
process.stdout.write(
  `${String(records.length)} of ${String(tests.length)} test files recorded; of ${String(noticedByAll)} bugs that all tests notice ` +
    `the chosen ones notice ${String(noticed)}, in the median at ${(100 * median).toFixed(1)} % of the processor time\n`,
);
