// `npm run prove [-- --only <name of a proof, or row such as F7>]`: runs the tests of the promises with full counts and writes
// docs/proofs.json and docs/proofs.md. Files run one after the other, except those that can run concurrently.
import { parseArgs } from 'node:util';
import { writeGeneratedDocs } from '../docs/generated-docs.ts';
import { circumstances } from './circumstances.ts';
import { judge, type Verdict } from './judge.ts';
import type { Proof } from './proof.ts';
import { proofs } from './promises.ts';
import { updateReport, type ProofReport } from './report.ts';
import { runFile, type FileRun } from './run-file.ts';
import { testSeed } from './seed.ts';

const minutesByDefault = 5;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function chosen(): readonly Proof[] {
  const { only } = parseArgs({ options: { only: { type: 'string', multiple: true } } }).values;
  if (only === undefined) return proofs;
  const wanted = proofs.filter(({ name, rows }) => only.includes(name) || rows.some((row) => only.includes(row)));
  if (wanted.length > 0) return wanted;
  say(`There is no such proof. There are: ${proofs.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

const byFile = Map.groupBy(chosen(), ({ file }) => file);
const minutesOf = (own: readonly Proof[]): number => Math.max(...own.map(({ minutesMax }) => minutesMax ?? minutesByDefault));
const bound = [...byFile.values()].reduce((sum, own) => sum + minutesOf(own), 0);
say(`${String(byFile.size)} files of tests, seed ${String(testSeed)}, at most ${String(bound)} minutes`);

const failed: string[] = [];
const notRun: string[] = [];
let passedCount = 0;

/** Prints and counts the results of a file. */
function told(file: string, own: readonly Proof[], run: FileRun): Readonly<Record<string, Verdict>> {
  say(`\n${file}`);
  const verdicts: Record<string, Verdict> = {};
  for (const proof of own) {
    const verdict = (verdicts[proof.name] = judge(proof, run));
    say(`${verdict.state === 'passed' ? '✔' : '✖'} ${proof.name}: ${verdict.state}, ${String(verdict.tests)} tests`);
    for (const reason of verdict.reasons) say(`    ${reason}`);
    if (verdict.state === 'failed') failed.push(proof.name);
    else if (verdict.state === 'not run') notRun.push(proof.name);
    else passedCount += 1;
  }
  // A file can contain more tests than the promised ones, and all of them must pass.
  const others = run.lines.filter(({ state, isSuite }) => state === 'failed' && !isSuite).map(({ name }) => `${file}: ${name}`);
  if (!own.some(({ name }) => failed.includes(name))) failed.push(...others);
  return verdicts;
}

let written: Promise<unknown> = Promise.resolve();

/** Sequential, because each write reads the previous one. */
function write(results: ProofReport): Promise<unknown> {
  written = written.then(() => {
    updateReport(results);
    return writeGeneratedDocs('docs/proofs.md');
  });
  return written;
}

async function prove(file: string, own: readonly Proof[]): Promise<void> {
  say(`\n${file} begins`);
  const under = circumstances();
  const run = await runFile(file, { minutesMax: minutesOf(own), seed: testSeed });
  const verdicts = Object.entries(told(file, own, run));
  await write(Object.fromEntries(verdicts.map(([name, verdict]) => [name, { ...verdict, seconds: run.seconds, ...under }])));
}

/** Takes files from the list until it is empty. */
async function proveAll(files: Iterator<[string, readonly Proof[]]>): Promise<void> {
  for (let next = files.next(); next.done !== true; next = files.next()) await prove(...next.value);
}

const [beside = [], alone = []] = [true, false].map((wanted) =>
  [...byFile].filter(([, own]) => own.every(({ besideOthers = false }) => besideOthers) === wanted),
);
const lane = beside.values();
await Promise.all([proveAll(lane), proveAll(lane)]);
await proveAll(alone.values());
say(`\n${String(passedCount)} passed, ${String(failed.length)} failed, ${String(notRun.length)} not run; see docs/proofs.md`);
for (const name of failed) say(`failed: ${name}`);
for (const name of notRun) say(`not run: ${name}`);
process.exitCode = failed.length > 0 ? 1 : 0;
