import { faultRows, faultsNotProven } from './fault-rows.ts';
import type { Figures } from './figures.ts';
import type { Proof } from './proof.ts';
import { proofs } from './promises.ts';
import { readReport, runName, runsOf, type Circumstances, type ProofReport, type ProofResult } from './report.ts';

type Runs = ReadonlyMap<string, Circumstances>;

/** Row of the figures on which test caught which reinserted bug. */
const bugsRow = 'L5';

const introduction = `# Proofs

This page lists what Tollgate promises to users and operators, the tests of each promise, and their last run. It is for people who want to check a promise.
\`npm run prove\` runs all of them with full counts, \`npm run prove -- --only <name>\` one of them. The suite runs the same tests with smaller counts.

The page is generated from the table in \`server/test/proofs/promises.ts\` and the report \`docs/proofs.json\`. \`npm test\` fails if the page is out of date, if a promise
names a test that does not exist, or if a fault has no proof. **Not run** means that the machine could not run the test; it never counts as passed. Times are UTC.
A proof without test names uses all tests of its file. [promises.md](promises.md) explains the codes.`;

function shown(figures: Figures): string {
  return Object.entries(figures)
    .map(([what, value]) => `${what}: ${typeof value === 'number' ? value.toLocaleString('en-US') : value}`)
    .join(' · ');
}

function heldBy({ file, tests }: Proof): string {
  const link = `[${file}](../${file})`;
  return tests === 'all' ? link : `${link}: ${tests.map((test) => `“${test} …”`).join('; ')}`;
}

function lastRun(result: ProofResult | undefined, runs: Runs): string {
  if (result === undefined) return '**never run**';
  const { state, date, seconds, load, tests } = result;
  const when = date.slice(0, 16).replace('T', ' ');
  const count = `${String(tests)} ${tests === 1 ? 'test' : 'tests'} in ${String(seconds)} s`;
  return `**${state}** ${when}, ${count}, load ${String(load)}, commit ${runName(runs, result)}`;
}

/** A proof as a list item: promise, test and last run, failures and figures, if any. */
function item(proof: Proof, result: ProofResult | undefined, runs: Runs): string {
  const { name, promise, rows } = proof;
  const covers = rows.length === 0 ? '' : `; covers ${rows.join(', ')}`;
  const figures = result?.figures.filter(({ row }) => row !== bugsRow) ?? [];
  const more = [
    ...(result?.reasons.map((reason) => `${result.state}: ${reason}`) ?? []),
    ...figures.map(({ row, figures: own }) => `${row}: ${shown(own)}`),
  ];
  const lines = [`<a id="${name}"></a>**${name}**: ${promise}`, `${lastRun(result, runs)}; ${heldBy(proof)}${covers}`];
  if (more.length > 0) lines.push(more.join('; '));
  return `- ${lines.join('\n  ')}`;
}

function items(title: string, whom: Proof['for'], report: ProofReport, runs: Runs): string {
  const own = proofs.filter((proof) => proof.for === whom);
  return [`## ${title}`, '', ...own.map((proof) => item(proof, report[proof.name], runs))].join('\n');
}

function runTable(runs: Runs): string {
  const lines = [...runs].map(
    ([name, { node, machine, seed, counts }]) => `| ${name} | ${machine} | ${node} | ${String(seed)} | ${counts} |`,
  );
  return ['| Commit | Machine | Node | Seed | Counts |', '| --- | --- | --- | --- | --- |', ...lines].join('\n');
}

/** One state for a row that several proofs cover. */
function rowState(states: readonly string[]): string {
  if (states.includes('failed')) return 'failed';
  if (states.every((state) => state === 'passed')) return 'passed';
  return states.includes('passed') ? 'passed in part' : (states[0] ?? '');
}

function faultTable(report: ProofReport): string {
  const lines = Object.entries(faultRows).map(([row, fault]) => {
    const own = proofs.filter(({ rows }) => rows.includes(row));
    const states = own.map(({ name }) => report[name]?.state ?? 'never run');
    const state = own.length === 0 ? `no proof: ${faultsNotProven[row] ?? ''}` : rowState(states);
    const links = own.map(({ name }, at) => `[${name}](#${name})${states[at] === 'passed' ? '' : ` (${states[at] ?? ''})`}`);
    return `| ${row} | ${fault} | ${state} | ${links.join(', ')} |`;
  });
  return ['## Faults', '', '| Row | Fault | State | Proofs |', '| --- | --- | --- | --- |', ...lines].join('\n');
}

/** Bugs of other gateways that were reinserted, one per line. Their figures are the columns. */
function bugTable(report: ProofReport): string {
  const bugs = proofs.flatMap(({ name }) => report[name]?.figures.filter(({ row }) => row === bugsRow) ?? []);
  const [first] = bugs;
  if (first === undefined) return '';
  const columns = Object.keys(first.figures);
  const line = (cells: readonly unknown[]): string => `| ${cells.join(' | ')} |`;
  const lines = bugs.map(({ figures }) => line(columns.map((column) => figures[column])));
  return ['## Bugs put in on purpose', '', line(columns), line(columns.map(() => '---')), ...lines].join('\n');
}

function summary(report: ProofReport): string {
  const states = proofs.map(({ name }) => report[name]?.state ?? 'never run');
  const counted = [...Map.groupBy(states, (state) => state)].map(([state, all]) => `${String(all.length)} ${state}`);
  return `**${String(proofs.length)} promises: ${counted.join(', ')}.**`;
}

/** The page of all promises, generated from the table and the last report. */
export function proofsPage(): string {
  const report = readReport();
  const runs = runsOf(report);
  return [
    introduction,
    summary(report),
    runTable(runs),
    faultTable(report),
    items('Promises to users', 'users', report, runs),
    items('Promises to operators', 'operators', report, runs),
    bugTable(report),
  ].join('\n\n');
}
