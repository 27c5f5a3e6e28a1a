import { faultRows, faultsNotProven } from './fault-rows.ts';
import type { Figures } from './figures.ts';
import type { Proof } from './proof.ts';
import { proofs } from './promises.ts';
import { readReport, type ProofReport, type ProofResult } from './report.ts';

/** Row of the figures that tell which re-inserted bug was caught by what. */
const bugsRow = 'L5';

const introduction = `# Proofs

What Tollgate promises, the test that holds each promise, and what its last run showed. \`npm run prove\` runs all of them with
their full counts, \`npm run prove -- --only <name>\` one of them; the suite runs the same tests with smaller counts.

This page is made of the table in \`server/test/proofs/promises.ts\` and of the report \`docs/proofs.json\`; \`npm test\` fails if it
is anything else, if a promise names a test that does not exist, or if a fault has no proof. **Not run** means that the machine
could not try it; it never counts as passed.`;

function shown(figures: Figures): string {
  return Object.entries(figures)
    .map(([what, value]) => `${what}: ${typeof value === 'number' ? value.toLocaleString('en-US') : value}`)
    .join(' · ');
}

function circumstancesOf({ date, commit, seconds, counts, seed, node, machine, load, tests }: ProofResult): string {
  const when = date.replace('T', ' ').replace('Z', ' UTC');
  const how = counts === 'full' ? 'full counts' : counts;
  return (
    `${when}, commit ${commit}, ${String(tests)} ${tests === 1 ? 'test' : 'tests'} in ${String(seconds)} s, ${how}, ` +
    `seed ${String(seed)}, Node ${node}, ${machine}, load ${String(load)}`
  );
}

function heldBy({ file, tests }: Proof): string {
  const link = `[${file}](../${file})`;
  return tests === 'all' ? `${link}, all of it` : `${link}: ${tests.map((test) => `“${test} …”`).join('; ')}`;
}

function section(proof: Proof, result: ProofResult | undefined): string {
  const { name, promise, rows } = proof;
  const when = result === undefined ? '' : ` ${circumstancesOf(result)}`;
  const lines = [`### ${name}`, '', promise, '', `- **${result?.state ?? 'never run'}**${when}`];
  if (result !== undefined) {
    lines.push(...result.reasons.map((reason) => `- ${result.state}: ${reason}`));
    for (const { row, figures } of result.figures) if (row !== bugsRow) lines.push(`- ${row}: ${shown(figures)}`);
  }
  lines.push(`- held by ${heldBy(proof)}`);
  if (rows.length > 0) lines.push(`- covers ${rows.join(', ')}`);
  return lines.join('\n');
}

function sections(title: string, whom: Proof['for'], report: ProofReport): string {
  const own = proofs.filter((proof) => proof.for === whom);
  return [`## ${title}`, ...own.map((proof) => section(proof, report[proof.name]))].join('\n\n');
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

/** Bugs of other gateways, put in on purpose, a line each: what their figures say is the columns. */
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

/** The page of all promises, made from the table and the last report. */
export function proofsPage(): string {
  const report = readReport();
  return [
    introduction,
    summary(report),
    faultTable(report),
    sections('What users are promised', 'users', report),
    sections('What operators are promised', 'operators', report),
    bugTable(report),
  ].join('\n\n');
}
