import { inputRows, invariants, layers } from '../proofs/codes.ts';
import { faultRows } from '../proofs/fault-rows.ts';

const introduction = `# Promises by code

Tests, witnesses and proofs name what they hold by a short code: \`row 26\`, \`F23\`, \`I4\`, \`L5\`. This page says what each stands for.
Numbers are kept for good, so some are missing. It is made of \`server/test/proofs/codes.ts\` and \`fault-rows.ts\`. Which test proves what, with the last figures: [proofs.md](proofs.md).`;

function table(head: string, rows: readonly string[]): string {
  const columns = head.split('|').length;
  return [`| ${head} |`, `|${' --- |'.repeat(columns)}`, ...rows].join('\n');
}

function coded(meanings: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(meanings).map(([code, meaning]) => `| ${code} | ${meaning} |`);
}

/** The page of what every code stands for. */
export function promisesPage(): string {
  const inputs = Object.entries(inputRows).map(([row, [input, outcome]]) => `| ${row} | ${input} | ${outcome} |`);
  return [
    introduction,
    '## I: what is true of money, limits and the log after every step',
    table('Code | Always', coded(invariants)),
    '## F: what goes wrong around it',
    table('Code | Fault', coded(faultRows)),
    '## L: how the unforeseen is looked for',
    table('Code | Method', coded(layers)),
    '## Rows: input that is not sound',
    'None of it ends the process, holds up others, costs anybody money, or is answered with what was sent.',
    table('Row | What comes | What comes of it', inputs),
  ].join('\n\n');
}
