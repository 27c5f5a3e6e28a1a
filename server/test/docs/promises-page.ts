import { inputRows, invariants, layers } from '../proofs/codes.ts';
import { faultRows } from '../proofs/fault-rows.ts';

const introduction = `# Promises by code

This page explains the short codes in tests, witnesses and proofs: \`row 26\`, \`F23\`, \`I4\`, \`L5\`. It is for people who change the code.
Numbers are never reused, so some are missing. The page is generated from \`server/test/proofs/codes.ts\` and \`fault-rows.ts\`. [proofs.md](proofs.md) lists the tests and their last figures.`;

function table(head: string, rows: readonly string[]): string {
  const columns = head.split('|').length;
  return [`| ${head} |`, `|${' --- |'.repeat(columns)}`, ...rows].join('\n');
}

function coded(meanings: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(meanings).map(([code, meaning]) => `| ${code} | ${meaning} |`);
}

/** The page with the meaning of every code. */
export function promisesPage(): string {
  const inputs = Object.entries(inputRows).map(([row, [input, outcome]]) => `| ${row} | ${input} | ${outcome} |`);
  return [
    introduction,
    '## I: invariants of money, limits and the log after every step',
    table('Code | Always', coded(invariants)),
    '## F: faults around the program',
    table('Code | Fault', coded(faultRows)),
    '## L: methods that look for unforeseen faults',
    table('Code | Method', coded(layers)),
    '## Rows: invalid input',
    'No invalid input ends the process, delays others, costs money, or is echoed in the response.',
    table('Row | Input | Result', inputs),
  ].join('\n\n');
}
