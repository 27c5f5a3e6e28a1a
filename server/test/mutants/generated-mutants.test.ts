// Method: in the modules that decide about money, negates every condition, removes every call statement and moves every bound by one, one
// at a time; an unrelated test must fail. What no test can notice is explained individually.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { count, isFullProof } from '../proofs/counts.ts';
import { reportFigures } from '../proofs/figures.ts';
import { seededRandom } from '../proofs/seed.ts';
import { explained } from './generated/explained.ts';
import { mutantsOf, type GeneratedMutant } from './generated/generate.ts';
import { firstToNotice } from './generated/run-mutant.ts';
import type { Target } from './generated/target.ts';
import { targets } from './generated/targets.ts';

const root = new URL('../../../', import.meta.url);
const killedShareMin = 0.95;
/** Number of concurrent test processes. */
const lanes = 2;

function all({ files }: Target): readonly GeneratedMutant[] {
  return files.flatMap((file) => mutantsOf(root, file));
}

function explanationOf({ file, change }: GeneratedMutant): string | undefined {
  return explained.find((known) => known.file === file && known.change === change)?.reason;
}

test('every mutant is a program other than the module, and every explanation is of one that there is', () => {
  const mutants = Object.values(targets).flatMap(all);
  for (const { mutant } of mutants) {
    for (const { find, replace } of mutant.edits) assert.notEqual(stripTypeScriptTypes(replace), stripTypeScriptTypes(find));
  }
  for (const { file, change } of explained)
    assert.ok(
      mutants.some((mutant) => mutant.file === file && mutant.change === change),
      `there is no mutant of ${file} any more that is explained as "${change}"`,
    );
  for (const { rounds } of Object.values(targets))
    for (const file of rounds.flat()) assert.ok(existsSync(new URL(file, root)), file);
});

test('a bug that keeps a world from being made is noticed as one in a test is, and a file that does not load proves nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-rounds-'));
  const inSuite = (hook: string): string => `describe('a world', () => { ${hook} test('a test', () => undefined); });`;
  const cases: readonly (readonly [string, string | null, string | null])[] = [
    [inSuite(''), null, null],
    [`test('a test', () => assert.equal(1, 2));`, 'a test', 'by assertion'],
    [inSuite(`before(() => assert.equal(1, 2));`), 'a world', 'by assertion'],
    [inSuite(`before(async () => { await Promise.reject(new Error('no world')); });`), 'a world', 'by an error'],
    [inSuite(`after(() => { throw new Error('never happened: its end'); });`), 'a world', 'by a wait in vain'],
    [`before(() => { throw new Error('no world'); }); test('a test', () => undefined);`, 'a test', 'by an error'],
    [`throw new Error('no file');`, join(folder, '6.test.mjs'), null],
  ];
  try {
    for (const [index, [body, where, how]] of cases.entries()) {
      const file = join(folder, `${String(index)}.test.mjs`);
      const imports = `import assert from 'node:assert/strict'; import { after, before, describe, test } from 'node:test';`;
      writeFileSync(file, `${imports} ${body}`);
      const failure = await firstToNotice({ rounds: [[file]] }, null);
      assert.deepEqual([failure?.test ?? null, failure?.how ?? null], [where, how], body);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** All values, or in `npm run test:full` a few that depend only on the seed. */
function drawn<Value>(values: readonly Value[], most: number): readonly Value[] {
  const random = seededRandom();
  const lots = values.map((value) => ({ value, lot: random() })).toSorted((one, other) => one.lot - other.lot);
  return lots.slice(0, most).map(({ value }) => value);
}

interface Tally {
  readonly noticed: Record<string, number>;
  readonly survived: GeneratedMutant[];
}

async function tryAll(mutants: readonly GeneratedMutant[], target: Target): Promise<Tally> {
  const tally: Tally = { noticed: {}, survived: [] };
  const left = mutants.values();
  const work = async (): Promise<void> => {
    for (const mutant of left) {
      const failure = await firstToNotice(target, mutant.mutant);
      if (failure === null) tally.survived.push(mutant);
      else {
        assert.ok(failure.how, `${mutant.mutant.name} proves nothing: ${failure.message}`);
        tally.noticed[failure.how] = (tally.noticed[failure.how] ?? 0) + 1;
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return tally;
}

describe('small bugs made by rule are noticed', () => {
  let [killedInAll, madeInAll] = [0, 0];

  for (const [name, target] of drawn(Object.entries(targets), count('mutantGroups'))) {
    test(`in ${name}`, { timeout: isFullProof ? Infinity : 300_000 }, async (context) => {
      if (isFullProof) assert.equal(await firstToNotice(target, null), null, 'without a bug every round passes');
      // `npm run test:full` includes only detectable mutants, because waiting for all rounds in vain takes too long.
      const wanted = all(target).filter((mutant) => isFullProof || explanationOf(mutant) === undefined);
      const chosen = drawn(wanted, count('generatedMutants'));
      const { noticed, survived } = await tryAll(chosen, target);
      const unexplained = survived.filter((mutant) => explanationOf(mutant) === undefined);
      const { accountedShareMin = 1 } = target;
      assert.ok(
        unexplained.length <= (1 - accountedShareMin) * chosen.length,
        `noticed by no test, and explained by nobody: ${unexplained.map(({ mutant }) => mutant.name).join('; ')}`,
      );
      const killed = chosen.length - survived.length;
      const unaccounted = unexplained.length === 0 ? {} : { unaccounted: unexplained.length };
      reportFigures(context, 'generated mutants', { in: name, made: chosen.length, noticed: killed, ...unaccounted, ...noticed });
      killedInAll += killed;
      madeInAll += chosen.length;
    });
  }

  test('by far the most of them, so that explanations stay few', (context) => {
    reportFigures(context, 'generated mutants', { in: 'all', made: madeInAll, noticed: killedInAll });
    assert.ok(madeInAll > 0 && killedInAll >= killedShareMin * madeInAll, `${String(killedInAll)} of ${String(madeInAll)}`);
  });
});
