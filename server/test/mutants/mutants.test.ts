// Method: inserts bugs of other gateways into this one, one at a time; the ordinary tests must notice each.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { describe, test } from 'node:test';
import { count, isFullProof } from '../proofs/counts.ts';
import { reportFigures } from '../proofs/figures.ts';
import { allMutants, furtherMutants, theFourteen } from './all-mutants.ts';
import { edited, type Catcher, type Mutant } from './mutant.ts';
import { casesMax, runTest, serveWith, type TestRun } from './run-test.ts';

const root = new URL('../../../', import.meta.url);
const chosen = count('mutants');

/** Without comments; the result must still be a valid module. */
function codeOf(file: string, text: string): string {
  return file.endsWith('.lua') ? text.replaceAll(/--.*/g, '') : stripTypeScriptTypes(text);
}

test('every bug has its place in the code, and what is put there is a program', () => {
  assert.equal(theFourteen.length, 14);
  assert.equal(new Set(allMutants.map(({ name }) => name)).size, allMutants.length);
  for (const { name, edits, caughtBy } of allMutants) {
    for (const { file } of caughtBy) assert.ok(existsSync(new URL(file, root)), file);
    for (const file of new Set(edits.map((edit) => edit.file))) {
      const source = readFileSync(new URL(file, root), 'utf8');
      const changed = edited(
        source,
        name,
        edits.filter((edit) => edit.file === file),
      );
      assert.notEqual(codeOf(file, changed), codeOf(file, source));
    }
  }
});

test('a bug whose place has moved says which entry must follow, and how', () => {
  const [mutant] = allMutants;
  assert.ok(mutant !== undefined);
  assert.throws(
    () => edited('', mutant.name, mutant.edits),
    ({ message }: Error) =>
      message.includes(`"${mutant.name}"`) &&
      message.includes(mutant.edits[0]?.file ?? 'no file') &&
      /has 0 places .* in server\/test\/mutants\/[a-z-]+-mutants\.ts/.test(message),
  );
});

const controls = new Map<string, Promise<TestRun>>();

/**
 * Without the bug, the same test passes; it runs once for all bugs that it catches. In `npm run test:full`, the suite itself proves this.
 */
async function passesWithout(catcher: Catcher): Promise<void> {
  if (!isFullProof) return;
  const name = `${catcher.file} ${catcher.test}`;
  const running = controls.get(name) ?? runTest(catcher, null);
  controls.set(name, running);
  const { tests, ended } = await running;
  assert.ok(tests.length > 0 && ended.code === 0, `${name} must pass without the bug: ${ended.err}${ended.out}`);
}

/** Number of random cases until the failure, for tests with random cases. */
function casesOf(message: string): string {
  const [, cases] = /^Property failed after (\d+) tests/.exec(message) ?? [];
  if (cases === undefined) return 'nothing random';
  assert.ok(Number(cases) <= casesMax);
  return cases;
}

async function casesUntilCaught(mutant: Mutant, catcher: Catcher): Promise<string> {
  await passesWithout(catcher);
  const { tests, ended } = await runTest(catcher, mutant);
  const failures = tests.flatMap(({ failure }) => failure ?? []);
  const [first] = failures;
  assert.ok(first !== undefined, `"${catcher.test}" does not notice: ${mutant.reinserted}; ${ended.err}`);
  assert.notEqual(ended.code, null, 'noticing it takes too long');
  for (const { isAssertion, message } of failures) assert.ok(isAssertion, `failed for another reason: ${message}`);
  return casesOf(first.message);
}

async function noticed(mutant: Mutant): Promise<Readonly<Record<string, string>>> {
  const served = await serveWith(mutant);
  assert.equal(served.code, 0, `a gateway that cannot serve a plain call proves nothing: ${served.err}`);
  const cases: string[] = [];
  const catchers = mutant.caughtBy.slice(0, isFullProof ? undefined : 1);
  for (const catcher of catchers) cases.push(await casesUntilCaught(mutant, catcher));
  return {
    Bug: mutant.name,
    'Found in': mutant.rival,
    'What was put in': mutant.reinserted,
    'Caught by': catchers.map(({ file, test: name }) => `“${name}” (${file})`).join('; '),
    'Random cases tried until then': cases.join('; '),
  };
}

function catchAll(title: string, mutants: readonly Mutant[]): void {
  if (mutants.length === 0) return;
  describe(title, { concurrency: 2 }, () => {
    let caught = 0;
    for (const mutant of mutants) {
      test(`${mutant.name} is noticed`, async (context) => {
        reportFigures(context, 'L5', await noticed(mutant));
        caught += 1;
        if (caught === mutants.length)
          reportFigures(context, 'L5 in all', { [title]: `${String(caught)} of ${String(mutants.length)} noticed` });
      });
    }
  });
}

catchAll('the fourteen classes of bugs of other gateways', theFourteen.slice(0, chosen));
catchAll('further bugs of other gateways', furtherMutants.slice(0, Math.max(0, chosen - theFourteen.length)));
